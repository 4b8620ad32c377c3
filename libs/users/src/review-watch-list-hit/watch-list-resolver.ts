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
      next: 'Compare the match with the user at the identity provider. If it is the same person, suspend the user. Otherwise close this entry with the reason, which dismisses the hit. Meanwhile deposits and orders continue and withdrawals wait.',
      inWords:
        'Closing dismisses the watch-list hit, because the match is another person or does not require action. The partner does not see it.',
      close: async (store, id, { reason, by }) => {
        const user = await store.load(users, id);
        const cause = operatorCause(isRegistered(user) ? user.partnerId : '', by);
        await store.transact(users, id, dismissWatchListHit(reason, new Date()), cause);
      },
    },
  ],
};
