import { crashPoint } from '#platform/core/crash-points.js';
import type { Logger } from '#platform/core/logger.js';
import { repeatUntilAborted } from '#platform/core/repeat.js';
import { ENDED_ORDERS_POLL_MS } from '#platform/core/timing.js';
import type { QueuedJob, Queues } from '#platform/jobs/queues.js';
import type { Freshness } from '#platform/read-store/freshness.js';
import type { Rows } from '#platform/read-store/rows.js';
import { correctOrder } from '../correct-order/correct-order.job.js';
import { LOOKS, type Look, dueLook } from '../order/after-end.js';
import type { AskedOrders, End } from './asked-orders.js';
import { endedOrderTable } from './ended-orders.read-model.js';

/** Orders that are read, and asked for, at once. */
const PAGE = 1_000;
/** While so many jobs wait, orders wait in the table: looks are to keep nothing else waiting. */
const BACKLOG_MAX = 5_000;

type EndedOrder = End & { readonly endedAt: string };

type Parts = {
  readonly rows: Pick<Rows, 'find'>;
  readonly freshness: Pick<Freshness, 'servedOfAll'>;
  readonly asked: Pick<AskedOrders, 'last' | 'move'>;
  readonly queues: Pick<Queues, 'add' | 'backlog'>;
  readonly logger: Logger;
  readonly clock?: () => Date;
};

/**
 * Has each order that ended looked at again, three times: the broker may break a trade, and its word
 * of that may be lost. For each of the looks it goes through the ends in the order of the log, up to
 * the first whose moment has not come, so that an end that the read store takes in late is not missed.
 * What is asked twice, after a crash or by two workers, records nothing.
 */
export class EndedOrdersWatch {
  constructor(private readonly parts: Parts) {}

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    const repeated = { signal, everyMs: ENDED_ORDERS_POLL_MS, logger: this.parts.logger };
    const failed = 'ended orders were not asked for';
    await repeatUntilAborted({ ...repeated, failed }, () => this.ask(signal));
  }

  /** Everything that is due now, as far as the queue takes it. */
  async ask(signal?: AbortSignal): Promise<void> {
    for (const look of LOOKS) while (signal?.aborted !== true && (await this.askPage(look)));
  }

  /** Whether there may be more that is due. */
  private async askPage(look: Look): Promise<boolean> {
    const { freshness, asked, queues, logger, clock = () => new Date() } = this.parts;
    if ((await queues.backlog(correctOrder.queue)) >= BACKLOG_MAX) return false;
    // Another shard may be behind: what it takes in later must not lie behind what was asked for.
    const served = await freshness.servedOfAll();
    if (served === null) return false;
    const last = await asked.last(look);
    const page = await this.endsAfter(last, served);
    const nowMs = clock().getTime();
    const notYet = page.findIndex(({ endedAt }) => dueLook(look, endedAt, nowMs) === 'later');
    const passed = notYet === -1 ? page : page.slice(0, notYet);
    const end = passed.at(-1);
    if (end === undefined) return false;
    const wanted = passed.filter(({ endedAt }) => dueLook(look, endedAt, nowMs) === 'now');
    if (wanted.length > 0) {
      await queues.add(wanted.map((each) => toJob(look, each)));
      logger.info({ look, orders: wanted.length }, 'ended orders are looked at again');
    }
    crashPoint('looks.queued');
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

const toJob = (look: Look, { place, orderId }: End): QueuedJob => ({
  job: correctOrder,
  jobId: `${correctOrder.name}-${orderId}-${look}-${place}`,
  data: { id: orderId, correlationId: null, causationId: `${look}-${place}` },
  last: true,
});
