import { ownValue } from '#platform/core/own-value.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { Rows } from '#platform/read-store/rows.js';
import { type RequestedDeposit, deposits, isRequested } from '../deposit/deposit.state.js';
import { depositTable } from '../user-deposits/user-deposits.read-model.js';

export type Books = { readonly store: EventStore; readonly rows: Pick<Rows, 'find'> };

/** Another deposit of the user that counts this journal in the log, whatever the broker says; null without one. */
export const heldByOther = async (
  { store, rows }: Books,
  { depositId, partnerId, userId }: RequestedDeposit,
  journalId: string,
): Promise<string | null> => {
  const found = await rows.find(partnerId, depositTable, { where: { userId } });
  for (const { id } of found) {
    const other = id === depositId ? null : await store.load(deposits, id);
    if (other === null || !isRequested(other)) continue;
    const isIts = other.status !== 'reversed' && other.journalId === journalId;
    if (isIts || (ownValue(other.credits, journalId) ?? 0n) !== 0n) return id;
  }
  return null;
};
