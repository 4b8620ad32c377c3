import { Controller, Get, Param, Query } from '@nestjs/common';
import { HISTORY_PERIODS, type HistoryPeriod } from '#broker/broker-views.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint } from '#http/endpoint.js';
import { WordParameter } from '#http/query-fields.js';
import { AccountReader, accountRefusals } from '../account-view/account-reader.js';
import { accountHistory, historyView } from './history.view.js';

const DEFAULT_PERIOD = '1M';

class HistoryQuery {
  @WordParameter(HISTORY_PERIODS, { about: `The period; \`${DEFAULT_PERIOD}\` by default.` })
  readonly period?: HistoryPeriod;
}

@Controller('v1/accounts')
export class ShowHistoryController {
  constructor(private readonly accounts: AccountReader) {}

  @Endpoint({
    summary: 'Get the history of an account',
    description: 'Equity and profit over a period that ends now.',
    params: { userId: 'The owner of the account.' },
    answers: { 200: [accountHistory, 'The history.'] },
    refuses: accountRefusals,
  })
  @Get(':userId/history')
  async getAccountHistory(
    @CurrentCaller() caller: Caller,
    @Param('userId') id: string,
    @Query() { period = DEFAULT_PERIOD }: HistoryQuery,
  ) {
    const own = await this.accounts.require(caller, id);
    const points = await this.accounts.ask(caller, own, {
      kind: `history ${period}`,
      ask: (views, accountId, correlationId) =>
        views.portfolioHistory(accountId, period, correlationId),
    });
    return historyView(points);
  }
}
