import { crashPoint } from '#kernel/crash-points.js';
import type { Logger } from '#kernel/logger.js';
import type { Recurring } from '#kernel/concurrency/repeat.js';
import type { QueuedJob, Queues } from '#jobs/queues.js';
import type { ReadYourWrites } from '#read-models/read-your-writes.js';
import type { Rows } from '#read-models/rows.js';
import { correctOrder } from '../jobs.js';
import { RECHECKS, type Recheck, dueRecheck } from '../order/after-end.js';
import type { End, RecheckCursor } from './recheck-cursor.js';
import { endedOrderTable } from './ended-orders.projection.js';

/** Interval at which the leading worker looks for ended orders to recheck. */
const ENDED_ORDERS_POLL_MS = 5_000;

/** Orders that are read, and asked for, at once. */
const PAGE = 1_000;
/**
 * While this many jobs wait, orders wait in the table, so that rechecks do not delay other jobs.
 */
const BACKLOG_MAX = 5_000;

type EndedOrder = End & { readonly endedAt: string };

type Parts = {
  readonly rows: Pick<Rows, 'find'>;
  readonly readYourWrites: Pick<ReadYourWrites, 'activeOfAll'>;
  readonly asked: Pick<RecheckCursor, 'last' | 'move'>;
  readonly queues: Pick<Queues, 'add' | 'backlog'>;
  readonly logger: Logger;
  readonly clock?: () => Date;
};

/**
 * Rechecks each ended order three times, because the broker may break a trade and its message may
 * be lost. For each recheck it goes through the ends in the order of the log, up to the first one
 * that is not due, so that it does not miss an end that the read store applies late. A repeated
 * recheck, after a crash or by two workers, records nothing.
 */
export class EndedOrdersWatch implements Recurring {
  readonly everyMs = ENDED_ORDERS_POLL_MS;
  readonly failed = 'ended orders were not asked for';

  constructor(private readonly parts: Parts) {}

  /** Everything that is due now, as far as the queue takes it. */
  async work(signal?: AbortSignal): Promise<void> {
    for (const look of RECHECKS) while (signal?.aborted !== true && (await this.askPage(look)));
  }

  /** Whether there may be more that is due. */
  private async askPage(look: Recheck): Promise<boolean> {
    const { readYourWrites, asked, queues, logger, clock = () => new Date() } = this.parts;
    if ((await queues.backlog(correctOrder.queue)) >= BACKLOG_MAX) return false;
    // Another shard may be behind: what it takes in later must not lie behind what was asked for.
    const served = await readYourWrites.activeOfAll();
    if (served === null) return false;
    const last = await asked.last(look);
    const page = await this.endsAfter(last, served);
    const nowMs = clock().getTime();
    const notYet = page.findIndex(({ endedAt }) => dueRecheck(look, endedAt, nowMs) === 'later');
    const passed = notYet === -1 ? page : page.slice(0, notYet);
    const end = passed.at(-1);
    if (end === undefined) return false;
    const wanted = passed.filter(({ endedAt }) => dueRecheck(look, endedAt, nowMs) === 'now');
    if (wanted.length > 0) {
      await queues.add(wanted.map((each) => toJob(look, each)));
      logger.info({ look, orders: wanted.length }, 'recheck ended orders');
    }
    crashPoint('rechecks.queued');
    const isMoved = await asked.move(look, last, end);
    return isMoved && passed.length === PAGE;
  }

  /**
   * The ends after that one. Where its place has no such end, the log was put back or the end was
   * dropped long ago: then all that there are.
   */
  private async endsAfter(last: End | null, served: bigint): Promise<readonly EndedOrder[]> {
    const from = (place: bigint, limit: number) =>
      this.parts.rows.find(null, endedOrderTable, {
        ...{ atLeast: { place }, below: { place: served + 1n }, orderBy: 'place', limit },
      });
    if (last === null) return from(0n, PAGE);
    const [known, ...ends] = await from(last.place, PAGE + 1);
    const isSame = known?.place === last.place && known.orderId === last.orderId;
    return isSame ? ends : from(0n, PAGE);
  }
}

const toJob = (look: Recheck, { place, orderId }: End): QueuedJob => ({
  job: correctOrder,
  jobId: `${correctOrder.name}-${orderId}-${look}-${place}`,
  data: { id: orderId, correlationId: null, causationId: `${look}-${place}` },
  last: true,
});
