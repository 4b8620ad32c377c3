import { Controller, Get, Param, Query } from '@nestjs/common';
import { CooperativeScheduler } from '#kernel/concurrency/cooperative-scheduler.js';
import { type Caller, CurrentCaller } from '#http/caller.js';
import { Endpoint, refusal } from '#http/endpoint.js';
import { PageQuery, WordParameter, pageOf } from '#http/query-fields.js';
import { settlement, settlementList } from './response-schemas.js';
import { settlementNotFound } from './settlement-not-found.js';
import { SettlementReader } from './settlement-reader.js';
import { STATUSES, type Status } from './status.js';

class SettlementsQuery extends PageQuery {
  @WordParameter(STATUSES, { about: 'Only periods in this state.' })
  readonly status?: Status;
}

@Controller('v1/settlements')
export class SettlementPeriodsController {
  constructor(
    private readonly reader: SettlementReader,
    private readonly heavy: CooperativeScheduler,
  ) {}

  @Endpoint({
    summary: 'List settlement periods',
    description: 'Your periods with their totals, newest first, and your credit.',
    answers: { 200: [settlementList, 'One page.'] },
  })
  @Get()
  async listSettlements(@CurrentCaller() { partnerId }: Caller, @Query() query: SettlementsQuery) {
    const page = pageOf(query);
    const { status } = query;
    const filter = status === undefined ? page : { ...page, status };
    const { settlements, credit, total } = await this.heavy.page(partnerId, page, () =>
      this.reader.list(partnerId, filter),
    );
    return { settlements, credit, metadata: { total, ...page } };
  }

  @Endpoint({
    summary: 'Get a settlement period',
    description: 'One period with its totals. Those of a closed period never change.',
    params: { id: 'The id of the period.' },
    answers: { 200: [settlement, 'The period.'] },
    refuses: [refusal(404, 'settlement_not_found', 'You have no period with this id.')],
  })
  @Get(':id')
  async getSettlement(@CurrentCaller() { partnerId }: Caller, @Param('id') id: string) {
    const found = await this.reader.get(partnerId, id);
    if (found === null) throw settlementNotFound();
    return found;
  }
}
