import { REDIS } from '#platform/platform.module.js';
import type { RedisClient } from '#platform/redis/script.js';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { REGISTRY_ID, partnerRegistry } from '#auth';
import { readFirmAccount } from '#funding';
import { unavailable } from '#platform/core/refused.js';
import { RETRY_AFTER_PROVIDER_S } from '#platform/core/timing.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { refusal } from '#platform/http/endpoint.js';
import { pageOf } from '#platform/http/query-fields.js';
import { SettlementReader, settlementList } from '#settlement';
import { StaffEndpoint } from '#staff/api';
import { allPeriods } from './all-periods.js';
import { firmAccountAnswer, firmAccountView } from './firm-account.view.js';
import { PeriodsQuery } from './periods.query.js';

const tag = 'Settlements';

@Controller('staff')
export class AllPeriodsController {
  constructor(
    private readonly store: EventStore,
    private readonly reader: SettlementReader,
    @Inject(REDIS) private readonly redis: RedisClient,
  ) {}

  @StaffEndpoint('session', {
    id: 'listAllSettlements',
    tag,
    summary: 'List the periods of all partners',
    description:
      'Overdue ones first, then closed and open ones, each by when they are due; then what is settled, partner by partner and newest first.',
    answers: { 200: [settlementList, 'One page.'] },
  })
  @Get('settlements')
  async list(@Query() query: PeriodsQuery) {
    const page = pageOf(query);
    const partners = await this.store.load(partnerRegistry, REGISTRY_ID);
    const ids = partners.map(({ id }) => id);
    const wanted = { ...page, status: query.status };
    const { settlements, total } = await allPeriods(this.reader, ids, wanted);
    return { settlements, metadata: { total, ...page } };
  }

  @StaffEndpoint('session', {
    id: 'getFirmAccount',
    tag,
    summary: 'Show the pre-funded account',
    description: 'What it holds against what deposits on their way will take, as last looked at.',
    answers: { 200: [firmAccountAnswer, 'As it was then.'] },
    refuses: [refusal(503, 'not_looked_at', 'Nobody has looked at it yet.')],
  })
  @Get('firm-account')
  async firmAccount() {
    const account = await readFirmAccount(this.redis);
    if (account === null)
      throw unavailable(
        'not_looked_at',
        'The pre-funded account was not looked at yet',
        RETRY_AFTER_PROVIDER_S,
      );
    return firmAccountView(account);
  }
}
