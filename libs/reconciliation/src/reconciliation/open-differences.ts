import type { Finding } from '#operations/attention/finding.js';
import { RECONCILIATION, openDifferences, reconciliations } from './reconciliation.state.js';

/** One entry for all of them: each is worked on the page Reconciliation. */
export const differencesFound: Finding = {
  about: reconciliations.category,
  open: async (store) => {
    const open = openDifferences(await store.load(reconciliations, RECONCILIATION));
    const [first] = open.map(({ openedAt }) => openedAt).sort();
    if (first === undefined) return null;
    const count =
      open.length === 1 ? '1 difference is open' : `${open.length} differences are open`;
    return {
      subjectId: RECONCILIATION,
      since: first,
      inWords: `${count} between the log, what is shown of it, and the broker`,
      next: 'Work through them on the page Reconciliation, which says what to do about each.',
      instead:
        'Each difference is matched or dismissed on the page Reconciliation, or goes with a run that no longer finds it; this entry goes with the last one.',
    };
  },
};
