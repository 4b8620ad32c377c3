import { Controller, Delete, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { depositView, fundingTransaction } from '../user-deposits/deposit.view.js';
import { CancelWithdrawal } from './cancel-withdrawal.handler.js';

@Controller('v1/funding')
export class CancelWithdrawalController {
  constructor(private readonly commands: CommandBus) {}

  @Endpoint({
    summary: 'Cancel a withdrawal',
    description:
      'Cancels a withdrawal while it is `pending`. No money moves. Once it is `processing`, the broker decides.',
    params: { id: 'The id of the transaction.' },
    answers: { 202: [fundingTransaction, 'Canceled.'] },
    refuses: [
      refusal(404, 'transaction_not_found', 'You have no transaction with this id.'),
      refusal(409, 'transaction_final', 'The withdrawal is no longer `pending`.'),
      refusal(409, 'transaction_not_cancelable', 'It is a deposit.'),
    ],
  })
  @Delete(':id')
  async cancelWithdrawal(@CurrentCaller() caller: Caller, @Param('id') id: string) {
    return depositView(await this.commands.execute(new CancelWithdrawal(caller, id)));
  }
}
