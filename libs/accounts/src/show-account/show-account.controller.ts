import { Controller, Get, Param } from '@nestjs/common';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint } from '#http/endpoint.js';
import { Rows } from '#read-models/rows.js';
import { AccountReader, accountRefusals } from '../account-view/account-reader.js';
import { pendingMoney } from '../account-view/user-money.js';
import { account, accountView } from './account.view.js';

@Controller('v1/accounts')
export class ShowAccountController {
  constructor(
    private readonly accounts: AccountReader,
    private readonly rows: Rows,
  ) {}

  @Endpoint({
    id: 'getAccount',
    tag: 'Accounts',
    summary: 'Get a user’s account',
    description:
      'Balances from the broker. A response is reused for a second, until an order or a transaction of the user changes. If the broker is unavailable, its last response is returned for an hour with `stale: true`.',
    params: { userId: 'The owner of the account.' },
    answers: { 200: [account, 'The account.'] },
    refuses: accountRefusals,
  })
  @Get(':userId')
  async show(@CurrentCaller() caller: Caller, @Param('userId') id: string) {
    const own = await this.accounts.require(caller, id);
    const { partnerId } = caller;
    const [balances, pending] = await Promise.all([
      this.accounts.ask(caller, own, {
        kind: 'account',
        ask: (views, accountId, correlationId) => views.getTradingAccount(accountId, correlationId),
      }),
      pendingMoney(this.rows, { partnerId, userId: own.userId }),
    ]);
    return accountView(own, balances, pending);
  }
}
