import type { ListedJournal } from '#platform/broker/broker-records.js';
import type { Decision } from '#platform/event-store/stream.js';
import { adjusted } from './adjustment.decide.js';
import {
  CORRECTED,
  type Match,
  type SaidJournal,
  UNDONE,
  firstOf,
  isCredited,
  isJournalOf,
} from './deposit-journals.decide.js';
import { failed, recordJournal } from './deposit.decide.js';
import type { DepositEvent } from './deposit.events.js';
import { netCents } from './credited.js';
import { type Deposit, deposits } from './deposit.state.js';
import { adjustedByOwn } from './own-journal.decide.js';

/**
 * The journal of a deposit that was never credited and is undone at the broker: only the broker's
 * events tell whether it was executed before. Null when there is none, or it was known at the failure.
 */
export const undoneUnseen = (
  deposit: Deposit,
  listed: readonly ListedJournal[],
): ListedJournal | null => {
  if (deposit.status === 'absent') return null;
  const isKnown = deposit.status === 'failed' && deposit.journalId !== null;
  if (isKnown || isCredited(deposit)) return null;
  const first = firstOf(
    deposit,
    listed.filter((journal) => isJournalOf(deposit, journal)),
  );
  const isUndone = first !== undefined && UNDONE.includes(first.status);
  return isUndone && first.status !== CORRECTED ? first : null;
};

/**
 * Records what all journals between the firm account and the user's say of a deposit: its own, one
 * that corrects it, those that take it back. To be appended at the revision that the broker was
 * asked at, for an older list would undo a newer one. `wasExecuted`: the one that `undoneUnseen` names.
 */
export const recordJournals =
  (
    listed: readonly SaidJournal[],
    now: Date,
    match: Match | null = null,
    wasExecuted = false,
  ): Decision<Deposit, DepositEvent> =>
  (deposit) => {
    if (deposit.status === 'absent') return [];
    const journals = listed.filter((journal) => isJournalOf(deposit, journal, match));
    const asAsked = { amount: netCents(deposit), creditedAccountId: deposit.accountId };
    const isFailed = deposit.status === 'failed';
    if (isCredited(deposit)) return adjustedByOwn(deposit, listed, now, match);
    const first = firstOf(
      deposit,
      journals.filter(({ elsewhere }) => elsewhere !== 'counted'),
    );
    if (first === undefined) return [];
    const isTakenBack =
      first.status === CORRECTED || (wasExecuted && UNDONE.includes(first.status));
    // What it was over counts no more, or a person has the broker's word for it: the rest is adjusted.
    const isSettled = isTakenBack || first.id === match?.journalId;
    const journal = {
      ...first,
      ...(isSettled ? asAsked : {}),
      ...(isTakenBack ? { status: 'executed' } : {}),
    };
    if (!isFailed && UNDONE.includes(journal.status))
      return [failed(deposit, `The broker says ${journal.status}`, now)];
    const events = recordJournal({ kind: 'journal', journal }, now)(deposit);
    const after = events.reduce<Deposit>(deposits.evolve, deposit);
    if (!isCredited(after)) return events;
    return [...events, ...adjusted(after, journals, now, match)];
  };
