import type { Finding } from '#platform/attention/finding.js';
import { RECONCILE_EVERY_MS, RECONCILE_LATE_AFTER_MS } from '#platform/core/timing.js';
import { RECONCILIATION, lastRunOf, reconciliations } from './reconciliation.state.js';

/** That a run which is due, or that somebody asked for, does not end. */
export const lateRun: Finding = {
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
    const ended = last === undefined ? 'none has ended yet' : `the last one ended at ${last.at}`;
    return {
      subjectId: RECONCILIATION,
      since,
      inWords: `A comparison of the books with the broker is due since ${since}; ${ended}`,
      next: 'See that a worker runs. If one does, its log says “reconciliation failed”, and why; it is tried again every minute.',
      instead: 'It is tried again every minute; the entry goes with the first run that ends.',
    };
  },
};
