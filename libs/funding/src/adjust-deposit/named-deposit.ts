import type { Broker } from '#platform/broker/broker.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { matchedDeposit } from '../match-journal/matched-deposit.js';
import { type RequestedDeposit, deposits, isRequested } from '../deposit/deposit.state.js';

type Parts = { readonly store: EventStore; readonly broker: Pick<Broker, 'findJournalById'> };

/**
 * The deposit under this id, or else that of the journal with this id: the one that it names, or that
 * an operator matched it with. Null when there is none.
 */
export const namedDeposit = async (
  { store, broker }: Parts,
  id: string,
  correlationId: string,
): Promise<RequestedDeposit | null> => {
  const deposit = await store.load(deposits, id);
  if (isRequested(deposit)) return deposit;
  const journal = await broker.findJournalById(id, correlationId);
  const key = journal?.journalKey ?? (await matchedDeposit(store, id));
  const named = key === null ? deposit : await store.load(deposits, key);
  return isRequested(named) ? named : null;
};
