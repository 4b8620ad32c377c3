import type { ManualClosure } from '#operations/attention/resolver.js';
import { conflict } from '#kernel/refused.js';
import { operatorCause } from '#kernel/event-store/operator-cause.js';
import { awaitsReview, reviewAccount as review } from '../trader-profile/trader-profile.decide.js';
import { traderProfiles } from '../trader-profile/trader-profile.state.js';
import { reviewAccount } from '../jobs.js';

/** Closing does not change the account at the broker, and the worker still polls it. */
export const reviewClosing: ManualClosure = {
  job: reviewAccount.name,
  next: 'Ask the broker for the reason and the remedy, and tell the partner what the user has to do. The review ends when the broker lifts the restriction. If the restriction is permanent, close the user.',
  inWords:
    'Closing records that an operator has handled the restriction. The account does not change at the broker, and the restriction of funding and trading stays.',
  close: async (store, id, { reason, by }) => {
    const profile = await store.load(traderProfiles, id);
    if (profile === null || !(profile.isReviewed || awaitsReview(profile)))
      throw conflict('cannot_be_closed', 'The broker does not restrict the account any more');
    const cause = operatorCause(profile.partnerId, by);
    await store.transact(traderProfiles, id, review(reason, cause.actor, new Date()), cause);
  },
};
