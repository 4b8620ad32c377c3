import type { Closing } from '#platform/attention/closing.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { requestClose, reviewDeposit } from '../deposit/close-deposit.decide.js';
import { deposits } from '../deposit/deposit.state.js';
import { creditDeposit } from '../credit-deposit/credit-deposit.job.js';
import { adjustDeposit } from '../adjust-deposit/adjust-deposit.job.js';
import { overdueDeposit } from '../follow-held-deposit/follow-held-deposit.job.js';
import { closeDeposit } from './close-deposit.job.js';

const partnerOf = async (store: EventStore, id: string): Promise<string> => {
  const deposit = await store.load(deposits, id);
  return deposit.status === 'absent' ? '' : deposit.partnerId;
};

const HELD =
  'The broker should have decided on the transfer by now: ask it to approve or to reject the journal. What it does is recorded here within the hour; retry it to look at once.';

export const depositClosings: readonly Closing[] = [
  {
    job: creditDeposit.name,
    inWords:
      'Nothing more is sent for this deposit. If a send is open, the broker is asked a minute after it: a journal found there counts as always, and only when there is none the deposit ends as failed, no money moved and nothing owed.',
    close: async (store, id, { reason, by }) => {
      const cause = operatorCause(await partnerOf(store, id), by);
      await store.transact(deposits, id, requestClose(reason, cause.actor, new Date()), cause);
    },
  },
  {
    job: overdueDeposit.name,
    next: HELD,
    inWords: 'The broker has the journal for this deposit: only its word ends it.',
    close: null,
  },
  {
    job: closeDeposit.name,
    inWords:
      'It is being closed already: only the broker can say whether money moved. Retry it to ask now.',
    close: null,
  },
  {
    job: adjustDeposit.name,
    next: 'The broker had executed it after it was recorded as failed: the user has the money, the partner owes it, and the day’s limit counts it. Tell the partner, who may have paid the user in another way; then close this entry.',
    inWords: 'Nothing changes in the books: it says that somebody has seen to it.',
    close: async (store, id, { reason, by }) => {
      const cause = operatorCause(await partnerOf(store, id), by);
      await store.transact(deposits, id, reviewDeposit(reason, cause.actor, new Date()), cause);
    },
  },
];
