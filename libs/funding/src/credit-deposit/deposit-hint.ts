import type { BrokerHint } from '#platform/broker/broker.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { HintTarget } from '#platform/jobs/broker-hints.js';
import { isUnanswered } from '../deposit/deposit.decide.js';
import { deposits } from '../deposit/deposit.state.js';
import { creditDeposit } from './credit-deposit.job.js';

type JournalHint = Extract<BrokerHint, { readonly stream: 'journals' }>;

/**
 * What a message of the broker about a journal calls for. That it arrived is told by the answer to our
 * own call as well, and is news only while that answer is late or lost.
 */
export const depositHint = async (
  store: EventStore,
  { journalKey: id, tells }: JournalHint,
): Promise<HintTarget> => {
  if (id === null) return null;
  if (tells === 'progress') return { job: creditDeposit, id };
  // A stream that cannot be read is the job's to report; others' messages must not wait for it.
  const isStillNews = () => store.load(deposits, id).then(isUnanswered, () => true);
  return (await isStillNews()) ? { job: creditDeposit, id, isStillNews } : null;
};
