import { adjustDeposit } from '#funding/jobs.js';
import { refreshAccount } from '#onboarding/jobs.js';
import { correctOrder } from '#orders/jobs.js';
import type { QueuedJob } from '#jobs/queues.js';
import type { RecordedDifference } from '../reconciliation/reconciliation.state.js';

/** Jobs that read an object of these kinds again at the broker. */
const JOBS = [
  { job: adjustDeposit, kinds: /^(deposit_|journal_)/, field: 'depositId' },
  { job: correctOrder, kinds: /^order_different$/, field: 'orderId' },
  { job: refreshAccount, kinds: /^account_different$/, field: 'accountId' },
] as const;

type Found = Pick<RecordedDifference, 'kind' | 'depositId' | 'journalId' | 'orderId' | 'accountId'>;

/** Null for an account without a user. */
type OwnerOf = (accountId: string) => Promise<string | null>;

/** Returns the jobs that read the objects of differences again, each once per run. */
export const repairJobs = async (
  found: readonly Found[],
  run: string,
  ownerOf: OwnerOf,
): Promise<readonly QueuedJob[]> => {
  const causationId = `reconciliation-${run}`;
  const jobs: QueuedJob[] = [];
  for (const { job, kinds, field } of JOBS) {
    const named = new Set(
      found.flatMap((each) => (kinds.test(each.kind) ? (each[field] ?? []) : [])),
    );
    for (const each of named) {
      const id = job === refreshAccount ? await ownerOf(each) : each;
      const data = { id: id ?? '', correlationId: null, causationId };
      const jobId = `${job.name}-${id}-${causationId}`;
      if (id !== null) jobs.push({ job, jobId, data, last: true, byClock: true });
    }
  }
  return jobs;
};
