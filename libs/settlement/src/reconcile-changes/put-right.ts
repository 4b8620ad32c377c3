import { adjustDeposit } from '#funding';
import { correctOrder } from '#orders';
import type { QueuedJob } from '#platform/jobs/queues.js';
import type { KnownDifference } from '../reconciliation/reconciliation.state.js';

/** Where the books follow once the broker's journals are read again. */
const DEPOSIT_KINDS: ReadonlySet<string> = new Set([
  'deposit_executed',
  'deposit_not_executed',
  'deposit_behind',
  'deposit_taken_back',
  'deposit_corrected',
]);
const ORDER_KINDS: ReadonlySet<string> = new Set([
  'order_behind',
  'order_status',
  'order_filled',
  'order_price',
]);

type Open = Pick<KnownDifference, 'kind' | 'depositId' | 'orderId'>;

/**
 * The jobs that put right what is open, each once; `run` names the run that asks. They may be lost or
 * fail: the next run asks again while the difference is open.
 */
export const jobsFor = (open: readonly Open[], run: string): readonly QueuedJob[] => {
  const depositIds = open.flatMap(({ kind, depositId }) =>
    DEPOSIT_KINDS.has(kind) && depositId !== null ? [depositId] : [],
  );
  const orderIds = open.flatMap(({ kind, orderId }) =>
    ORDER_KINDS.has(kind) && orderId !== null ? [orderId] : [],
  );
  const causationId = `reconciliation-${run}`;
  const toJobs = (job: QueuedJob['job'], ids: readonly string[]): readonly QueuedJob[] =>
    [...new Set(ids)].map((id) => ({
      job,
      jobId: `${job.name}-${id}-${causationId}`,
      data: { id, correlationId: null, causationId },
      last: true,
      byClock: true,
    }));
  return [...toJobs(adjustDeposit, depositIds), ...toJobs(correctOrder, orderIds)];
};
