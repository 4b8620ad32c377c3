import { Controller, Get, Param, Query } from '@nestjs/common';
import { notFound } from '#kernel/refused.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { OwnedListQuery, ownedPage } from '#http/owned-list.js';
import { WordParameter } from '#http/query-fields.js';
import { Rows } from '#read-models/rows.js';
import { DIRECTIONS, type Direction } from '../deposit/amounts.js';
import { depositIdOf } from '../deposit/deposit.state.js';
import { depositView, fundingTransaction, fundingTransactions } from './deposit.view.js';
import { DEPOSIT_STATUSES, type DepositStatus, depositRows } from './user-deposits.projection.js';

const LIST = { own: depositRows, idOf: depositIdOf };

class DepositsQuery extends OwnedListQuery {
  @WordParameter(DEPOSIT_STATUSES, { about: 'Only transactions with this status.' })
  readonly status?: DepositStatus;

  @WordParameter(DIRECTIONS, { about: 'Only transactions of this direction.' })
  readonly direction?: Direction;
}

@Controller('v1/funding')
export class UserDepositsController {
  constructor(private readonly rows: Rows) {}

  @Endpoint({
    summary: 'List funding transactions',
    description: 'Your transactions, the oldest first. Filters may be combined.',
    answers: { 200: [fundingTransactions, 'One page of the list.'] },
  })
  @Get()
  async listFundingTransactions(
    @CurrentCaller() { partnerId }: Caller,
    @Query() query: DepositsQuery,
  ) {
    const { listed, metadata } = await ownedPage(this.rows, partnerId, LIST, query);
    return { transactions: listed.map(depositView), metadata };
  }

  @Endpoint({
    summary: 'Get a funding transaction',
    description: 'The transaction in its present state.',
    params: { id: 'The id of the transaction.' },
    answers: { 200: [fundingTransaction, 'The transaction.'] },
    refuses: [refusal(404, 'transaction_not_found', 'You have no transaction with this id.')],
  })
  @Get(':id')
  async getFundingTransaction(@CurrentCaller() { partnerId }: Caller, @Param('id') id: string) {
    const row = await this.rows.byId(partnerId, depositRows, id);
    if (row === null)
      throw notFound('transaction_not_found', 'The funding transaction does not exist');
    return depositView(row);
  }
}
