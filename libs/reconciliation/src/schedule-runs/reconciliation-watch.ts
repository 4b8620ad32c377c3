import { accountOwner } from '#onboarding/open-account/account-owner.js';
import type { Recurring } from '#kernel/concurrency/repeat.js';
import { MINUTE_MS } from '#kernel/duration.js';
import type { Queues } from '#jobs/queues.js';
import type { Sources } from '../match/comparison.js';
import { runCause } from '../reconciliation/cause.js';
import { finishRun } from '../reconciliation/reconciliation.decide.js';
import {
  RECONCILIATION,
  type Reconciliation,
  openDifferences,
  reconciliations,
} from '../reconciliation/reconciliation.state.js';
import { reconcile } from '../run/reconcile.js';
import { nextRun } from './next-run.js';
import { repairJobs } from './repair-jobs.js';

/** Interval at which the leader checks for a due or requested run. */
const RECONCILE_POLL_MS = 5_000;
/** Pause after a failed run. */
const RECONCILE_RETRY_AFTER_MS = MINUTE_MS;

type Parts = Sources & { readonly queues: Pick<Queues, 'add'>; readonly clock?: () => Date };

/** Runs the reconciliation every hour, every night and on request. Its state is in the log. */
export class ReconciliationWatch implements Recurring {
  readonly everyMs = RECONCILE_POLL_MS;
  readonly retryMs = RECONCILE_RETRY_AFTER_MS;
  readonly failed = 'reconciliation failed';

  constructor(private readonly parts: Parts) {}

  async work(): Promise<void> {
    const { store, log, logger, clock = () => new Date() } = this.parts;
    const begun = await store.load(reconciliations, RECONCILIATION);
    const window = await nextRun(begun, clock(), () => log.head());
    if (window === null) return;
    const { kind } = window;
    const { comparison: _, thirdParty: __, ...result } = await reconcile(this.parts, window, clock);
    const finish = finishRun({ ...result, kind });
    const { events, state } = await store.transact(
      reconciliations,
      RECONCILIATION,
      (current) => (current.count === begun.count ? finish(current) : []),
      runCause(result.at),
    );
    if (events.length === 0) {
      // Another leader was faster.
      logger.info({ kind }, 'skipped a second reconciliation');
      return;
    }
    const { calls, tookMs, notCompared, differences } = result;
    const details = { kind, calls, tookMs, notCompared, found: differences.length };
    if (differences.length > 0) logger.warn(details, 'reconciliation found differences');
    else logger.info(details, 'reconciliation found no difference');
    await this.repair(state);
  }

  /** The next run enqueues lost jobs again while the difference exists. */
  private async repair(state: Reconciliation): Promise<void> {
    const { store, queues, logger } = this.parts;
    try {
      const found = [...openDifferences(state), ...state.pending.values()];
      const ownerOf = (accountId: string) => accountOwner(store, accountId);
      await queues.add(await repairJobs(found, `${state.count}`, ownerOf));
    } catch (error) {
      logger.warn({ err: error }, 'failed to enqueue repair jobs');
    }
  }
}
