import { REDIS } from '#kernel/tokens.js';
import type { RedisClient } from '#redis/script.js';
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { REGISTRY_ID, partnerRegistry } from '#auth/partner/partner-registry.js';
import { partners } from '#auth/partner/partner.state.js';
import { readFirmAccount } from '#funding/watch-firm-account/firm-account-watch.js';
import { unavailable } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { refusal } from '#http/endpoint.js';
import { pageOf } from '#http/query-fields.js';
import { Rows } from '#read-models/rows.js';
import { listProposals } from '#settlement/proposed-transfers/proposals.js';
import { staffEmailOf } from '#staff/account/staff-email.js';
import { SettlementReader } from '#settlement/settlement-periods/settlement-reader.js';
import { settlementList } from '#settlement/settlement-periods/response-schemas.js';
import { StaffEndpoint } from '#staff/staff.api.module.js';
import { allPeriods } from './all-periods.js';
import { firmAccountAnswer, firmAccountView } from './firm-account.view.js';
import { PeriodsQuery } from './periods.query.js';
import { proposalsAnswer } from './proposals.view.js';
import { RETRY_AFTER_PROVIDER_S } from '#kernel/timing.js';

const allSettlements = settlementList
  .omit({ credit: true })
  .meta({ id: 'AllSettlements', description: 'One page of periods of all partners.' });

@Controller('staff')
export class AllPeriodsController {
  constructor(
    private readonly store: EventStore,
    private readonly rows: Rows,
    private readonly reader: SettlementReader,
    @Inject(REDIS) private readonly redis: RedisClient,
  ) {}

  @StaffEndpoint('session', {
    summary: 'List the periods of all partners',
    description:
      'Overdue periods first, then closed and open ones, each by due time. Settled periods follow by partner, the newest first.',
    answers: { 200: [allSettlements, 'One page.'] },
  })
  @Get('settlements')
  async listAllSettlements(@Query() query: PeriodsQuery) {
    const page = pageOf(query);
    const registered = await this.store.load(partnerRegistry, REGISTRY_ID);
    const ids = registered.map(({ id }) => id);
    const wanted = { ...page, status: query.status };
    const { settlements, total } = await allPeriods(this.reader, ids, wanted);
    return { settlements, metadata: { total, ...page } };
  }

  @StaffEndpoint('session', {
    summary: 'Show the pre-funded account',
    description: 'Compares the balance with the deposits in flight, as of the latest poll.',
    answers: { 200: [firmAccountAnswer, 'State at the latest poll.'] },
    refuses: [refusal(503, 'not_looked_at', 'The account was not polled yet. Try again.')],
  })
  @Get('firm-account')
  async getFirmAccount() {
    const account = await readFirmAccount(this.redis);
    if (account === null)
      throw unavailable(
        'not_looked_at',
        'The pre-funded account was not polled yet. Try again',
        RETRY_AFTER_PROVIDER_S,
      );
    return firmAccountView(account);
  }

  @StaffEndpoint('session', {
    summary: 'List transfers that wait for a second person',
    description:
      'Large transfers that one person requested to record or reverse, the oldest first, at most 100. They take effect when a second person requests the same.',
    answers: { 200: [proposalsAnswer, 'The waiting requests.'] },
  })
  @Get('transfers/proposals')
  async listTransferProposals() {
    const proposals = await listProposals(this.rows, this.store);
    const named = proposals.map(async ({ by, ...proposal }) => ({
      ...proposal,
      partnerName: (await this.store.load(partners, proposal.partnerId)).name,
      proposedBy: (await staffEmailOf(this.store, by)) ?? by,
    }));
    return { proposals: await Promise.all(named) };
  }
}
