import { Controller, Get, Param } from '@nestjs/common';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint } from '#http/endpoint.js';
import { AccountReader, accountRefusals } from '../account-view/account-reader.js';
import { AccountViews } from '../account-view/account-views.js';
import { account } from './account.view.js';

@Controller('v1/accounts')
export class ShowAccountController {
  constructor(
    private readonly accounts: AccountReader,
    private readonly views: AccountViews,
  ) {}

  @Endpoint({
    summary: 'Get a user’s account',
    description:
      'Balances from the broker. A response is reused for a second, until an order or a transaction of the user changes. If the broker is unavailable, its last response is returned for an hour with `stale: true`.',
    params: { userId: 'The owner of the account.' },
    answers: { 200: [account, 'The account.'] },
    refuses: accountRefusals,
  })
  @Get(':userId')
  async getAccount(@CurrentCaller() caller: Caller, @Param('userId') id: string) {
    return this.views.account(caller, await this.accounts.require(caller, id));
  }
}
