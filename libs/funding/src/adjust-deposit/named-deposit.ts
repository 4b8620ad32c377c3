import type { Broker } from '#platform/broker/broker.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { type RequestedDeposit, deposits, isRequested } from '../deposit/deposit.state.js';

type Parts = { readonly store: EventStore; readonly broker: Pick<Broker, 'findJournalById'> };

/** The deposit under this id, or else the one whose journal has it; null when it names none. */
export const namedDeposit = async (
  { store, broker }: Parts,
  id: string,
  correlationId: string,
): Promise<RequestedDeposit | null> => {
  const deposit = await store.load(deposits, id);
  if (isRequested(deposit)) return deposit;
  const key = (await broker.findJournalById(id, correlationId))?.journalKey ?? null;
  const named = key === null ? deposit : await store.load(deposits, key);
  return isRequested(named) ? named : null;
};
