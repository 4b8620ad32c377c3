import type { Finding } from '#operations/attention/finding.js';
import { MINUTE_MS } from '#kernel/duration.js';
import { RECONCILE_EVERY_MS } from '../schedule-runs/next-run.js';
import {
  RECONCILIATION,
  lastRunOf,
  openDifferences,
  reconciliations,
} from './reconciliation.state.js';

/** Time after which operators see a due or requested run that has not ended. */
const RECONCILE_LATE_AFTER_MS = 15 * MINUTE_MS;

/** One entry for all open differences: operators resolve each on the page Reconciliation. */
export const differencesFound: Finding = {
  about: reconciliations.category,
  open: async (store) => {
    const open = openDifferences(await store.load(reconciliations, RECONCILIATION));
    const [since] = open.map(({ openedAt }) => openedAt).sort();
    if (since === undefined) return null;
    const count =
      open.length === 1 ? '1 difference is open' : `${open.length} differences are open`;
    return {
      ...{ subjectId: RECONCILIATION, since },
      inWords: `${count} between the log, the read models and the broker`,
      next: 'Resolve them on the page Reconciliation, which shows the next step for each.',
      instead:
        'Each difference is matched or dismissed on the page Reconciliation, or closes with a run that no longer finds it. This entry ends with the last difference.',
    };
  },
};

/** A due or requested run that does not end. */
export const overdueRun: Finding = {
  about: 'reconciliation-runs',
  open: async (store, now) => {
    const state = await store.load(reconciliations, RECONCILIATION);
    const last = lastRunOf(state, now);
    const due = last === undefined ? [] : [Date.parse(last.until) + RECONCILE_EVERY_MS];
    const requested = state.requestedAt === null ? [] : [Date.parse(state.requestedAt)];
    const sinceMs = Math.min(...due, ...requested);
    if (!(now.getTime() - sinceMs > RECONCILE_LATE_AFTER_MS)) return null;
    const since = new Date(sinceMs).toISOString();
    const ended = last === undefined ? 'no run has ended yet' : `the last run ended at ${last.at}`;
    return {
      ...{ subjectId: RECONCILIATION, since },
      inWords: `A comparison of the ledger with the broker is due since ${since}; ${ended}`,
      next: 'Check that a worker runs. The log of the worker says “reconciliation failed” with the cause. The worker tries again every minute.',
      instead: 'The worker tries again every minute. The entry ends with the next finished run.',
    };
  },
};
