import { ownValue } from '#platform/core/own-value.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { Rows } from '#platform/read-store/rows.js';
import { type RequestedDeposit, deposits, isRequested } from '../deposit/deposit.state.js';
import { depositTable } from '../user-deposits/user-deposits.read-model.js';

export type Books = { readonly store: EventStore; readonly rows: Pick<Rows, 'find'> };

type User = Pick<RequestedDeposit, 'partnerId' | 'userId'>;

/**
 * Deposits of a user that count one of these journals in the log, whatever the broker says.
 * @throws {Refused} 503 when the read model of deposits is away
 */
export const depositsCounting = async (
  { store, rows }: Books,
  { partnerId, userId }: User,
  journalIds: readonly string[],
): Promise<readonly string[]> => {
  const counting: string[] = [];
  for (const { id } of await rows.find(partnerId, depositTable, { where: { userId } })) {
    const deposit = await store.load(deposits, id);
    if (isRequested(deposit) && journalIds.some((each) => counts(deposit, each))) counting.push(id);
  }
  return counting;
};

/** Another deposit of the user that counts one of these; null without one. @throws as above */
export const heldByOther = async (
  books: Books,
  deposit: RequestedDeposit,
  journalIds: readonly string[],
): Promise<string | null> => {
  const counting = await depositsCounting(books, deposit, journalIds);
  return counting.find((id) => id !== deposit.depositId) ?? null;
};

/** Ids of the broker. */
export const countedJournals = (deposit: RequestedDeposit): readonly string[] => {
  const ids = new Set([...Object.keys(deposit.credits), deposit.journalId ?? '']);
  return [...ids].filter((id) => counts(deposit, id));
};

const counts = ({ status, journalId, credits }: RequestedDeposit, id: string): boolean =>
  (status !== 'reversed' && journalId === id) || (ownValue(credits, id) ?? 0n) !== 0n;
