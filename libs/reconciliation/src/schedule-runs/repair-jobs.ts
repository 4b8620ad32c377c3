import { adjustDeposit } from '#funding/jobs.js';
import { refreshAccount } from '#onboarding/jobs.js';
import { correctOrder } from '#orders/jobs.js';
import type { QueuedJob } from '#jobs/queues.js';
import type { RecordedDifference } from '../reconciliation/reconciliation.state.js';

/** Kinds whose object a job can read again at the broker. */
const DEPOSIT = /^(deposit_|journal_)/;
const ORDER = /^order_different$/;
const ACCOUNT = /^account_different$/;

type Found = Pick<RecordedDifference, 'kind' | 'depositId' | 'journalId' | 'orderId' | 'accountId'>;

/** Null for an account without a user. */
type OwnerOf = (accountId: string) => Promise<string | null>;

/** Returns the jobs that read the objects of differences again, each once per run. */
export const repairJobs = async (
  found: readonly Found[],
  run: string,
  ownerOf: OwnerOf,
): Promise<readonly QueuedJob[]> => {
  const idsOf = (kinds: RegExp, field: 'depositId' | 'orderId' | 'accountId') => [
    ...new Set(found.filter(({ kind }) => kinds.test(kind)).flatMap((each) => each[field] ?? [])),
  ];
  const owners = await Promise.all(idsOf(ACCOUNT, 'accountId').map(ownerOf));
  const causationId = `reconciliation-${run}`;
  const toJobs = (job: QueuedJob['job'], ids: readonly string[]): readonly QueuedJob[] =>
    ids.map((id) => ({
      job,
      jobId: `${job.name}-${id}-${causationId}`,
      data: { id, correlationId: null, causationId },
      last: true,
      byClock: true,
    }));
  return [
    ...toJobs(adjustDeposit, idsOf(DEPOSIT, 'depositId')),
    ...toJobs(correctOrder, idsOf(ORDER, 'orderId')),
    ...toJobs(
      refreshAccount,
      owners.filter((userId) => userId !== null),
    ),
  ];
};
