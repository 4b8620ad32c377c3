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

/** Largest number of orders per batch. */
const PAGE = 1_000;
/**
 * While this many jobs wait, orders wait in the table, so that rechecks do not delay other jobs.
 */
const BACKLOG_MAX = 5_000;

type EndedOrder = End & { readonly endedAt: string };

type Parts = {
  readonly rows: Pick<Rows, 'find'>;
  readonly readYourWrites: Pick<ReadYourWrites, 'activeOfAll'>;
  readonly cursor: Pick<RecheckCursor, 'last' | 'move'>;
  readonly queues: Pick<Queues, 'add' | 'backlog'>;
  readonly logger: Logger;
  readonly clock?: () => Date;
};

/**
 * Rechecks each ended order three times, because the broker may break a trade and its message may
 * be lost. Each recheck follows the ends in log order, up to the first end that is not due. It
 * therefore includes ends that the read store applies late. A repeated recheck is harmless.
 */
export class EndedOrdersWatch implements Recurring {
  readonly everyMs = ENDED_ORDERS_POLL_MS;
  readonly failed = 'failed to recheck ended orders';

  constructor(private readonly parts: Parts) {}

  /** Enqueues all due rechecks, as far as the queue has room. */
  async work(signal?: AbortSignal): Promise<void> {
    for (const recheck of RECHECKS)
      while (signal?.aborted !== true && (await this.enqueuePage(recheck)));
  }

  /** Returns whether more rechecks may be due. */
  private async enqueuePage(recheck: Recheck): Promise<boolean> {
    const { readYourWrites, cursor, queues, logger, clock = () => new Date() } = this.parts;
    if ((await queues.backlog(correctOrder.queue)) >= BACKLOG_MAX) return false;
    // Another shard may be behind. Its later rows must not precede the cursor.
    const activePosition = await readYourWrites.activeOfAll();
    if (activePosition === null) return false;
    const last = await cursor.last(recheck);
    const page = await this.endsAfter(last, activePosition);
    const nowMs = clock().getTime();
    const notYet = page.findIndex(({ endedAt }) => dueRecheck(recheck, endedAt, nowMs) === 'later');
    const passed = notYet === -1 ? page : page.slice(0, notYet);
    const end = passed.at(-1);
    if (end === undefined) return false;
    const due = passed.filter(({ endedAt }) => dueRecheck(recheck, endedAt, nowMs) === 'now');
    if (due.length > 0) {
      await queues.add(due.map((each) => toJob(recheck, each)));
      logger.info({ recheck, orders: due.length }, 'recheck ended orders');
    }
    crashPoint('rechecks.queued');
    const isMoved = await cursor.move(recheck, last, end);
    return isMoved && passed.length === PAGE;
  }

  /**
   * Returns the ends after the last one. Returns all ends if the table lacks the last one, because
   * the log was replaced or the row was deleted.
   */
  private async endsAfter(
    last: End | null,
    activePosition: bigint,
  ): Promise<readonly EndedOrder[]> {
    const from = (place: bigint, limit: number) =>
      this.parts.rows.find(null, endedOrderTable, {
        ...{ atLeast: { place }, below: { place: activePosition + 1n }, orderBy: 'place', limit },
      });
    if (last === null) return from(0n, PAGE);
    const [known, ...ends] = await from(last.place, PAGE + 1);
    const isSame = known?.place === last.place && known.orderId === last.orderId;
    return isSame ? ends : from(0n, PAGE);
  }
}

const toJob = (recheck: Recheck, { place, orderId }: End): QueuedJob => ({
  job: correctOrder,
  jobId: `${correctOrder.name}-${orderId}-${recheck}-${place}`,
  data: { id: orderId, correlationId: null, causationId: `${recheck}-${place}` },
  last: true,
});
