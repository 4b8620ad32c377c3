import type { BrokerNotification } from '#broker/broker.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import type { NotificationTarget } from '#broker/notification-follower.js';
import { adjustDeposit, creditDeposit } from '../jobs.js';
import { isUnanswered } from '../deposit/deposit.decide.js';
import { assignedDeposit } from '../adjust-deposit/find-deposit.js';
import { deposits } from '../deposit/deposit.state.js';

type JournalNotification = Extract<BrokerNotification, { readonly stream: 'journals' }>;

/** Returns the job for a message of the broker about a journal. */
export const depositNotification = async (
  store: EventStore,
  { journalId, journalKey: id, change }: JournalNotification,
): Promise<NotificationTarget> => {
  if (id === null) {
    const assigned = await assignedDeposit(store, journalId);
    return assigned === null ? null : { job: adjustDeposit, id: assigned };
  }
  switch (change) {
    case 'arrival':
      return {
        job: creditDeposit,
        id,
        isUnanswered: async () => {
          const recalled = store.recall(deposits, id);
          if (recalled !== null && !isUnanswered(recalled.state)) return false;
          // The job reports an unreadable stream.
          return store.load(deposits, id).then(isUnanswered, () => true);
        },
      };
    case 'progress':
      return { job: creditDeposit, id };
    case 'correction':
      return { job: adjustDeposit, id: (await assignedDeposit(store, journalId)) ?? id };
  }
};
