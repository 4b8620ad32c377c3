import type { Closing } from '#platform/attention/closing.js';
import { operatorCause } from '#platform/event-store/operator-cause.js';
import { requestClose } from '../deposit/close-deposit.decide.js';
import { deposits } from '../deposit/deposit.state.js';
import { creditDeposit } from '../credit-deposit/credit-deposit.job.js';
import { closeDeposit } from './close-deposit.job.js';

export const depositClosings: readonly Closing[] = [
  {
    job: creditDeposit.name,
    inWords:
      'Nothing more is sent for this deposit. If a send is open, the broker is asked a minute after it: a journal found there counts as always, and only when there is none the deposit ends as failed, no money moved and nothing owed.',
    close: async (store, id, { reason, by }) => {
      const deposit = await store.load(deposits, id);
      const partnerId = deposit.status === 'absent' ? '' : deposit.partnerId;
      const cause = operatorCause(partnerId, by);
      await store.transact(deposits, id, requestClose(reason, cause.actor, new Date()), cause);
    },
  },
  {
    job: closeDeposit.name,
    inWords:
      'It is being closed already: only the broker can say whether money moved. Retry it to ask now.',
    close: null,
  },
];
