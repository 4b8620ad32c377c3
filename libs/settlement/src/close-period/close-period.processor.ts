import { Inject, Injectable } from '@nestjs/common';
import { Failures } from '#jobs/failures.js';
import type { EventLog } from '#kernel/event-store/event-log.js';
import type { Loaded } from '#kernel/event-store/event-store.js';
import { NeedsOperator } from '#kernel/jobs/needs-operator.js';
import type { JobData } from '#jobs/queues.js';
import { workerCause } from '#jobs/worker-cause.js';
import type { Processor } from '#jobs/worker-host.js';
import { EVENT_LOG, READ_STORE, REDIS } from '#kernel/tokens.js';
import type { RedisClient } from '#redis/script.js';
import { ReadYourWrites } from '#read-models/read-your-writes.js';
import { quarantinedEvents } from '#read-models/quarantined-event.js';
import { Rows } from '#read-models/rows.js';
import type { ReadStore } from '#read-models/read-store.js';
import { settlementClosings } from '#kernel/metrics.js';
import type { OpenLedger } from '../ledger/ledger.state.js';
import { LedgerStore } from '../ledger/ledger-store.js';
import { type Totals, closePeriod as decideToClose, dueOf } from '../ledger/period.decide.js';
import { parsePeriodJobId, periodJobId } from '../ledger/period-job-id.js';
import { NO_SUMS, totalsOfSums } from '../ledger/period-sums.js';
import { periodIn, sumsIn } from '../settlement-periods/period-rows.js';
import { settlementPeriods } from '../settlement-periods/settlement-periods.projection.js';
import { closePeriod } from '../jobs.js';
import { BROKER_CHECK, type BrokerCheck } from './broker-check.js';
import { differencesFrom } from './compare-totals.js';
import { LoggedTotals } from './logged-totals.js';
import { type PeriodRange, rangeOf } from './period-range.js';
import { sumsOfActiveLines } from './active-lines.js';

/** The read model has not reached the cut-off, or quarantined an event before it. */
export class NotFrozen extends Error {
  override readonly name = 'NotFrozen';
}

/** The totals that partners see differ from the totals of the log. */
export class PeriodDiffers extends NeedsOperator {
  override readonly name = 'PeriodDiffers';

  constructor(number: number, differences: readonly string[]) {
    super(`period ${number} is not closed: ${differences.join('; ')}. ${REMEDY}`);
  }
}

const REMEDY =
  `Run \`npm run ops -- rebuild --projection ${settlementPeriods.name}\`, then \`reconcile\`; ` +
  'the period closes automatically when the two agree.';

const requireSame = (number: number, differences: readonly string[]): void => {
  if (differences.length === 0) return;
  settlementClosings.inc({ outcome: 'differs' });
  throw new PeriodDiffers(number, differences);
};

/**
 * Fixes the totals of periods that were cut off, the oldest first, because a later period uses the
 * remaining credit. The totals come from the log. The read model and its lines must agree with
 * them.
 */
@Injectable()
export class ClosePeriodProcessor implements Processor {
  readonly job = closePeriod;

  constructor(
    private readonly ledgers: LedgerStore,
    private readonly rows: Rows,
    private readonly readYourWrites: ReadYourWrites,
    @Inject(READ_STORE) private readonly readStore: ReadStore,
    @Inject(REDIS) private readonly redis: RedisClient,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly logged: LoggedTotals,
    @Inject(BROKER_CHECK) private readonly atBroker: BrokerCheck,
  ) {}

  async process(data: JobData): Promise<void> {
    const { partnerId, number } = parsePeriodJobId(data.id);
    const ledger = await this.ledgers.load(partnerId);
    for (const period of ledger.state.closing) {
      if (period.number > number) return;
      const { totals, depositIds } = await this.checked(ledger, period);
      const { periodId } = period;
      const atBroker = await this.atBroker.compare({ partnerId, periodId, depositIds });
      const decision = decideToClose(period.number, totals, new Date(), atBroker);
      const { events } = await this.ledgers.transact(
        partnerId,
        decision,
        workerCause(partnerId, data),
      );
      if (events.length > 0) settlementClosings.inc({ outcome: 'closed' });
      await this.forgetFailure(partnerId, period.number);
    }
  }

  /** Forgets the failed job of a period that the job of a later period closed. */
  private async forgetFailure(partnerId: string, number: number): Promise<void> {
    await new Failures(this.redis).forget(closePeriod.name, periodJobId(partnerId, number));
  }

  /** @throws {NotFrozen} if a retry can help. {PeriodDiffers} if an operator must act. */
  private async checked(
    { state: { partnerId }, revision }: Loaded<OpenLedger>,
    { periodId, number }: OpenLedger['closing'][number],
  ): Promise<{ readonly totals: Totals; readonly depositIds: ReadonlySet<string> }> {
    const last = revision === 'no_stream' ? 0n : revision;
    const range = await rangeOf(this.log, partnerId, number, last);
    const active = await this.activeTotals(range, periodId);
    const logged = await this.logged.of(range);
    requireSame(number, differencesFrom(logged, active, 'in the read model'));
    const lines = await sumsOfActiveLines(this.rows, range);
    const counted = totalsOfSums(lines.sums, logged.position);
    const withDue = { ...logged, dueCents: dueOf(logged) };
    requireSame(number, differencesFrom(withDue, counted, 'by its lines'));
    return { totals: logged, depositIds: lines.depositIds };
  }

  private async activeTotals(
    { partnerId, cutOff }: PeriodRange,
    periodId: string,
  ): Promise<Totals> {
    const quarantined = await quarantinedEvents(this.readStore, settlementPeriods.name);
    if (quarantined.some((event) => event.partnerId === partnerId))
      throw new NotFrozen(`${periodId}: events of its partner are quarantined`);
    const active = await this.readYourWrites.active(partnerId);
    if (active === null || active < cutOff)
      throw new NotFrozen(`${periodId}: the read model has not reached its cut-off`);
    return this.rows.snapshot(async (from) => {
      const period = await periodIn(from, partnerId, periodId);
      const sums =
        period === null ? new Map<string, never>() : await sumsIn(from, partnerId, [period]);
      return totalsOfSums(sums.get(periodId) ?? NO_SUMS, `${period?.cutPosition ?? ''}`);
    });
  }
}
