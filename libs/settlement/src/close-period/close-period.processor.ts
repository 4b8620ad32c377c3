import { Inject, Injectable } from '@nestjs/common';
import { Failures } from '#platform/attention/failures.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import type { Loaded } from '#platform/event-store/event-store.js';
import { NeedsOperator } from '#platform/jobs/needs-operator.js';
import type { JobData } from '#platform/jobs/queues.js';
import { workerCause } from '#platform/jobs/worker-cause.js';
import type { Processor } from '#platform/jobs/worker-host.js';
import { EVENT_LOG, READ_STORE, REDIS } from '#platform/platform.module.js';
import type { RedisClient } from '#platform/redis/script.js';
import { Freshness } from '#platform/read-store/freshness.js';
import { parkedEvents } from '#platform/read-store/parked.js';
import { Rows } from '#platform/read-store/rows.js';
import type { SqlEngine } from '#platform/read-store/sql-engine.js';
import { settlementClosings } from '#platform/signals/metrics.js';
import type { OpenBook } from '../book/book.state.js';
import { BookStore } from '../book/book-store.js';
import { type Totals, closePeriod as decideToClose } from '../book/period.decide.js';
import { parsePeriodJobId, periodJobId } from '../book/period-job-id.js';
import { NO_SUMS, totalsOfSums } from '../book/period-sums.js';
import { periodIn, sumsIn } from '../settlement-periods/period-rows.js';
import { PeriodAtBroker } from '../reconcile-changes/period-at-broker.js';
import { settlementPeriods } from '../settlement-periods/settlement-periods.read-model.js';
import { closePeriod } from './close-period.job.js';
import { differencesFrom } from './compare-totals.js';
import { LoggedTotals } from './logged-totals.js';
import { type PeriodPlace, placeOf } from './period-place.js';
import { sumsOfServedLines } from './served-lines.js';

/** The read model has not come to the cut-off, or could not take in all before it. */
export class NotFrozen extends Error {
  override readonly name = 'NotFrozen';
}

/** What partners are shown of a period is not what the log adds up to. */
export class PeriodDiffers extends NeedsOperator {
  override readonly name = 'PeriodDiffers';

  constructor(number: number, differences: readonly string[]) {
    super(`period ${number} is not closed: ${differences.join('; ')}. ${MEND}`);
  }
}

const MEND =
  `Run \`npm run ops -- rebuild --projection ${settlementPeriods.name}\`, then \`reconcile\`; ` +
  'the period closes by itself once the two agree.';

const requireSame = (number: number, differences: readonly string[]): void => {
  if (differences.length === 0) return;
  settlementClosings.inc({ outcome: 'differs' });
  throw new PeriodDiffers(number, differences);
};

/**
 * Fixes the totals of what was cut off, oldest first: a later period takes the credit left over. What
 * is fixed is what the log adds up to, and only when the read model and its lines say the same.
 */
@Injectable()
export class ClosePeriodProcessor implements Processor {
  readonly job = closePeriod;

  constructor(
    private readonly books: BookStore,
    private readonly rows: Rows,
    private readonly freshness: Freshness,
    @Inject(READ_STORE) private readonly engine: SqlEngine,
    @Inject(REDIS) private readonly redis: RedisClient,
    @Inject(EVENT_LOG) private readonly log: EventLog,
    private readonly logged: LoggedTotals,
    private readonly atBroker: PeriodAtBroker,
  ) {}

  async process(data: JobData): Promise<void> {
    const { partnerId, number } = parsePeriodJobId(data.id);
    const book = await this.books.load(partnerId);
    for (const period of book.state.closing) {
      if (period.number > number) return;
      const { totals, depositIds } = await this.checked(book, period);
      const { periodId } = period;
      const atBroker = await this.atBroker.compare({ partnerId, periodId, depositIds });
      const decision = decideToClose(period.number, totals, new Date(), atBroker);
      const { events } = await this.books.transact(
        partnerId,
        decision,
        workerCause(partnerId, data),
      );
      if (events.length > 0) settlementClosings.inc({ outcome: 'closed' });
      await this.forgetFailure(partnerId, period.number);
    }
  }

  /** The job of a period that a later one's has closed has nothing left to come back for. */
  private async forgetFailure(partnerId: string, number: number): Promise<void> {
    await new Failures(this.redis).forget(closePeriod.name, periodJobId(partnerId, number));
  }

  /** @throws {NotFrozen} to be tried again. {PeriodDiffers} */
  private async checked(
    { state: { partnerId }, revision }: Loaded<OpenBook>,
    { periodId, number }: OpenBook['closing'][number],
  ): Promise<{ readonly totals: Totals; readonly depositIds: ReadonlySet<string> }> {
    const last = revision === 'no_stream' ? 0n : revision;
    const place = await placeOf(this.log, partnerId, number, last);
    const served = await this.servedTotals(place, periodId);
    const logged = await this.logged.of(place);
    requireSame(number, differencesFrom(logged, served, 'in the read model'));
    const lines = await sumsOfServedLines(this.rows, place);
    const counted = totalsOfSums(lines.sums, logged.position);
    requireSame(number, differencesFrom(logged, counted, 'by its lines'));
    return { totals: logged, depositIds: lines.depositIds };
  }

  private async servedTotals(
    { partnerId, cutOff }: PeriodPlace,
    periodId: string,
  ): Promise<Totals> {
    const parked = await parkedEvents(this.engine, settlementPeriods.name);
    if (parked.some((event) => event.partnerId === partnerId))
      throw new NotFrozen(`${periodId}: events of its partner could not be counted`);
    const served = await this.freshness.served(partnerId);
    if (served === null || served < cutOff)
      throw new NotFrozen(`${periodId}: its cut-off has not been counted yet`);
    return this.rows.snapshot(async (from) => {
      const period = await periodIn(from, partnerId, periodId);
      const sums =
        period === null ? new Map<string, never>() : await sumsIn(from, partnerId, [period]);
      return totalsOfSums(sums.get(periodId) ?? NO_SUMS, `${period?.cutPosition ?? ''}`);
    });
  }
}
