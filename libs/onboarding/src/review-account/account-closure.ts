import type { ManualClosure } from '#operations/attention/resolver.js';
import { conflict } from '#kernel/refused.js';
import { operatorCause } from '#kernel/event-store/operator-cause.js';
import { awaitsReview, reviewAccount as review } from '../trader-profile/trader-profile.decide.js';
import { traderProfiles } from '../trader-profile/trader-profile.state.js';
import { reviewAccount } from '../jobs.js';

/** Closing changes nothing at the broker: the account stays as it is, and is followed as before. */
export const reviewClosing: ManualClosure = {
  job: reviewAccount.name,
  next: 'Ask the broker why, and what lifts it; tell the partner what the user has to do. It ends by itself once the broker lifts it. Close the user where that is for good.',
  inWords:
    'It says that somebody has seen to it. The account stays as the broker has it, and nothing is funded or traded that the broker does not allow.',
  close: async (store, id, { reason, by }) => {
    const profile = await store.load(traderProfiles, id);
    if (profile === null || !(profile.isReviewed || awaitsReview(profile)))
      throw conflict('cannot_be_closed', 'The broker holds nothing against the account any more');
    const cause = operatorCause(profile.partnerId, by);
    await store.transact(traderProfiles, id, review(reason, cause.actor, new Date()), cause);
  },
};
