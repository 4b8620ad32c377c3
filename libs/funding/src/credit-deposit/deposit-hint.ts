import type { BrokerHint } from '#platform/broker/broker.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { HintTarget } from '#platform/jobs/broker-hints.js';
import { adjustDeposit } from '../adjust-deposit/adjust-deposit.job.js';
import { isUnanswered } from '../deposit/deposit.decide.js';
import { matchedDeposit } from '../match-journal/matched-deposit.js';
import { deposits } from '../deposit/deposit.state.js';
import { creditDeposit } from './credit-deposit.job.js';

type JournalHint = Extract<BrokerHint, { readonly stream: 'journals' }>;

/** What a message of the broker about a journal calls for. */
export const depositHint = async (
  store: EventStore,
  { journalId, journalKey: id, tells }: JournalHint,
): Promise<HintTarget> => {
  if (id === null) {
    const matched = await matchedDeposit(store, journalId);
    return matched === null ? null : { job: adjustDeposit, id: matched };
  }
  switch (tells) {
    case 'arrival':
      return {
        job: creditDeposit,
        id,
        // A stream that cannot be read is the job's to report.
        isUnanswered: () => store.load(deposits, id).then(isUnanswered, () => true),
      };
    case 'progress':
      return { job: creditDeposit, id };
    case 'correction':
      return { job: adjustDeposit, id };
  }
};
