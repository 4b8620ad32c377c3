import type { Broker } from '#broker/broker.js';
import { claimId, claims } from '#kernel/event-store/claims.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import { type RequestedDeposit, deposits, isRequested } from '../deposit/deposit.state.js';

/** Length of a chain of descriptions. Two journals can name each other. */
export const STEPS_MAX = 4;

type Parts = { readonly store: EventStore; readonly broker: Pick<Broker, 'findJournalById'> };

/** Stream of the claim that assigns a journal to one deposit. */
export const journalClaim = (journalId: string): string => claimId('journal', journalId);

/** Returns the id of the deposit that an operator assigned this journal to, or null. */
export const assignedDeposit = (store: EventStore, journalId: string): Promise<string | null> =>
  store.load(claims, journalClaim(journalId));

/**
 * Returns the deposit with this id. If the id is a journal's, returns the deposit that an operator
 * assigned it to, or that its description leads to. Null without one.
 */
export const findDeposit = async (
  parts: Parts,
  id: string,
  correlationId: string,
  steps = STEPS_MAX,
): Promise<RequestedDeposit | null> => {
  const { store, broker } = parts;
  const deposit = await store.load(deposits, id);
  if (isRequested(deposit)) return deposit;
  if (steps === 0) return null;
  const next =
    (await assignedDeposit(store, id)) ??
    (await broker.findJournalById(id, correlationId))?.journalKey ??
    null;
  return next === null ? null : findDeposit(parts, next, correlationId, steps - 1);
};
