import type { Finding } from '#operations/attention/finding.js';
import { RECONCILIATION, lastRunOf, reconciliations } from './reconciliation.state.js';
import { RECONCILE_EVERY_MS } from '../schedule-runs/next-run.js';
import { MINUTE_MS } from '#kernel/duration.js';

/** Time after which operators see a due or requested run that has not ended. */
const RECONCILE_LATE_AFTER_MS = 15 * MINUTE_MS;

/** A due or requested run that does not end. */
export const overdueRun: Finding = {
  about: 'reconciliation-runs',
  open: async (store, now) => {
    const state = await store.load(reconciliations, RECONCILIATION);
    const { requestedAt } = state;
    const last = lastRunOf(state, now);
    const dueAt =
      last === undefined
        ? null
        : new Date(Date.parse(last.until) + RECONCILE_EVERY_MS).toISOString();
    const [since] = [requestedAt, dueAt].filter((at) => at !== null).sort();
    if (since === undefined || now.getTime() - Date.parse(since) <= RECONCILE_LATE_AFTER_MS)
      return null;
    const ended = last === undefined ? 'no run has ended yet' : `the last run ended at ${last.at}`;
    return {
      subjectId: RECONCILIATION,
      since,
      inWords: `A comparison of the ledger with the broker is due since ${since}; ${ended}`,
      next: 'Check that a worker runs. The log of the worker says “reconciliation failed” with the cause. The worker tries again every minute.',
      instead: 'The worker tries again every minute. The entry ends with the next finished run.',
    };
  },
};
