import { adjustDeposit } from '#funding';
import { refreshAccount } from '#onboarding';
import { correctOrder } from '#orders';
import type { QueuedJob } from '#platform/jobs/queues.js';
import type { KnownDifference } from '../reconciliation/reconciliation.state.js';

/** Where the books follow once the broker's journals are read again. */
const DEPOSIT_KINDS: ReadonlySet<string> = new Set([
  'deposit_twice',
  'deposit_executed',
  'deposit_not_executed',
  'deposit_behind',
  'deposit_foreign_credit',
  'deposit_journal_id',
  'deposit_taken_back',
  'deposit_corrected',
]);
/** Of what counts beside a deposit's first journal: it may have become another deposit's. */
const BESIDE_KINDS: ReadonlySet<string> = new Set(['deposit_taken_back', 'deposit_corrected']);
const ORDER_KINDS: ReadonlySet<string> = new Set([
  'order_behind',
  'order_status',
  'order_filled',
  'order_price',
]);
const ACCOUNT_KINDS: ReadonlySet<string> = new Set(['account_status', 'account_number']);

type Open = Pick<KnownDifference, 'kind' | 'depositId' | 'journalId' | 'orderId' | 'accountId'>;

/** Null for an account of nobody's. */
type OwnerOf = (accountId: string) => Promise<string | null>;

/**
 * The jobs that put right what is open, each once; `run` names the run that asks. They may be lost or
 * fail: the next run asks again while the difference is open.
 */
export const jobsFor = async (
  open: readonly Open[],
  run: string,
  ownerOf: OwnerOf,
): Promise<readonly QueuedJob[]> => {
  const depositIds = open.flatMap(({ kind, depositId }) =>
    DEPOSIT_KINDS.has(kind) && depositId !== null ? [depositId] : [],
  );
  const journalIds = open.flatMap(({ kind, journalId }) =>
    BESIDE_KINDS.has(kind) && journalId !== null ? [journalId] : [],
  );
  const orderIds = open.flatMap(({ kind, orderId }) =>
    ORDER_KINDS.has(kind) && orderId !== null ? [orderId] : [],
  );
  const accountIds = open.flatMap(({ kind, accountId }) =>
    ACCOUNT_KINDS.has(kind) && accountId !== null ? [accountId] : [],
  );
  const owners = await Promise.all([...new Set(accountIds)].map(ownerOf));
  const causationId = `reconciliation-${run}`;
  const toJobs = (job: QueuedJob['job'], ids: readonly string[]): readonly QueuedJob[] =>
    [...new Set(ids)].map((id) => ({
      job,
      jobId: `${job.name}-${id}-${causationId}`,
      data: { id, correlationId: null, causationId },
      last: true,
      byClock: true,
    }));
  return [
    ...toJobs(adjustDeposit, [...depositIds, ...journalIds]),
    ...toJobs(correctOrder, orderIds),
    ...toJobs(
      refreshAccount,
      owners.filter((userId) => userId !== null),
    ),
  ];
};
