import type { Resolver } from '#operations/attention/resolver.js';
import { operatorCause } from '#kernel/event-store/operator-cause.js';
import { isRegistered, users } from '../user/user.state.js';
import { dismissWatchListHit } from '../user/watch-list.decide.js';
import { reviewWatchListHit } from '../jobs.js';

export const watchListResolver: Resolver = {
  category: users.category,
  closings: [
    {
      job: reviewWatchListHit.name,
      next: 'Compare the match with the user at the identity provider. Suspend the user if it is the same person; else dismiss the hit by closing this entry with the reason. Deposits and orders go on meanwhile, withdrawals wait.',
      inWords:
        'It dismisses the watch-list hit: the match is another person, or no reason to act. The partner reads nothing about it.',
      close: async (store, id, { reason, by }) => {
        const user = await store.load(users, id);
        const cause = operatorCause(isRegistered(user) ? user.partnerId : '', by);
        await store.transact(users, id, dismissWatchListHit(reason, new Date()), cause);
      },
    },
  ],
};
