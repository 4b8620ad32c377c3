import { Controller, Get, Param } from '@nestjs/common';
import { notFound } from '#platform/core/refused.js';
import { type Caller, CurrentCaller } from '#platform/http/caller.js';
import { Endpoint, refusal } from '#platform/http/endpoint.js';
import { Documents } from '#platform/read-models/documents.js';
import { deposits } from '../deposit/deposit.state.js';
import { depositView, fundingTransaction } from './deposit.view.js';
import { userDeposits } from './user-deposits.projection.js';

@Controller('v1/funding')
export class UserDepositsController {
  constructor(private readonly documents: Documents) {}

  @Endpoint({
    id: 'getFundingTransaction',
    tag: 'Funding',
    summary: 'Get a funding transaction',
    description: 'The transaction in its present state.',
    params: { id: 'The id of the transaction.' },
    answers: { 200: [fundingTransaction, 'The transaction.'] },
    refuses: [refusal(404, 'transaction_not_found', 'You have no transaction with this id.')],
  })
  @Get(':id')
  async byId(@CurrentCaller() { partnerId }: Caller, @Param('id') id: string) {
    const document = await this.documents.read(partnerId, userDeposits, deposits, id);
    if (document === null)
      throw notFound('transaction_not_found', 'There is no funding transaction with this id');
    return depositView(document);
  }
}
