import type { ListedJournal } from '#platform/broker/broker.js';
import { cents, centsToDecimal } from '#platform/core/money.js';
import type { Decision } from '#platform/event-store/stream.js';
import {
  CORRECTED,
  EXECUTED,
  JournalDiffers,
  type Match,
  UNDONE,
  adjusted,
  isAsAsked,
  isNamedBy,
} from './adjustment.decide.js';
import { failed, recordJournal } from './deposit.decide.js';
import type { DepositEvent } from './deposit.events.js';
import { type Deposit, type RequestedDeposit, deposits, netCents } from './deposit.state.js';

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
    listed: readonly ListedJournal[],
    now: Date,
    match: Match | null = null,
    wasExecuted = false,
  ): Decision<Deposit, DepositEvent> =>
  (deposit) => {
    if (deposit.status === 'absent') return [];
    const journals = listed.filter((journal) => isJournalOf(deposit, journal, match));
    const asAsked = { amount: netCents(deposit), creditedAccountId: deposit.accountId };
    const isFailed = deposit.status === 'failed';
    if (isCredited(deposit)) {
      const events = adjustedByOwn(deposit, listed, now, match);
      requireProven(deposit, events, listed, match);
      return events;
    }
    const first = firstOf(deposit, journals);
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

/** @throws {JournalDiffers} */
const adjustedByOwn = (
  deposit: RequestedDeposit,
  listed: readonly ListedJournal[],
  now: Date,
  match: Match | null,
): readonly DepositEvent[] => {
  const own = misnamed(deposit, listed, match);
  const { [deposit.journalId ?? '']: told = cents(0), ...others } = deposit.credits;
  const named =
    own === null
      ? deposit
      : { ...deposit, journalId: own.id, credits: { ...others, [own.id]: told } };
  const journals = listed.filter((journal) => isJournalOf(named, journal, match));
  return adjusted(named, journals, now, match, own === null ? null : deposit.journalId);
};

/**
 * The deposit's own journal, where the broker told another's id for it once: its list has the journal of
 * that id for another deposit, or does not have it, or a person says which one holds. Null when the one that
 * is recorded may be right. A list that may be incomplete takes no credit back: an own one that is undone
 * counts where the list names the other's deposit, or by a person's word.
 */
const misnamed = (
  deposit: RequestedDeposit,
  listed: readonly ListedJournal[],
  match: Match | null,
): ListedJournal | null => {
  const { depositId, accountId, journalId, credits } = deposit;
  const recorded = listed.find(({ id }) => id === journalId);
  const mayBeIts = recorded?.accountId === accountId && recorded.direction === 'to_user';
  if (mayBeIts && isNamedBy(deposit, recorded)) return null;
  const own = firstOf(
    deposit,
    listed.filter(
      (each) =>
        each.journalKey === depositId &&
        each.accountId === accountId &&
        !Object.hasOwn(credits, each.id),
    ),
  );
  if (own === undefined || !isAsAsked(deposit, own)) return null;
  if (own.id === match?.journalId) return own;
  if (mayBeIts && recorded.journalKey === null) return null;
  if ([...EXECUTED, CORRECTED].includes(own.status)) return own;
  return UNDONE.includes(own.status) && recorded !== undefined ? own : null;
};

/**
 * Where a person says that a journal is of a deposit, what the books hold already must be at the broker,
 * and be this deposit's: else the journal may be the same money, and would count twice.
 * @throws {JournalDiffers}
 */
const requireProven = (
  deposit: RequestedDeposit,
  events: readonly DepositEvent[],
  listed: readonly ListedJournal[],
  match: Match | null,
): void => {
  if (match === null || Object.hasOwn(deposit.credits, match.journalId)) return;
  const after = events.reduce<Deposit>(deposits.evolve, deposit);
  if (!isCredited(after)) return;
  for (const [id, amountCents] of Object.entries(after.credits)) {
    if (amountCents === 0n || id === match.journalId) continue;
    const journal = listed.find((each) => each.id === id);
    if (journal !== undefined && isNamedBy(after, journal)) continue;
    const names = `names ${journal?.journalKey ?? 'nothing'} at the broker`;
    const why = journal === undefined ? 'the broker does not have' : names;
    throw new JournalDiffers(
      `the books hold ${centsToDecimal(amountCents)} of it by journal ${id}, which ${why}; another one would count twice. Ask the broker which journal holds. Where the user has the money once, dismiss the difference`,
    );
  }
};

/**
 * Whether a journal moves the deposit's money: it names the deposit or one of its journals, and is of
 * its account. One that names nothing does when a person says so.
 */
export const isJournalOf = (
  deposit: RequestedDeposit,
  journal: ListedJournal,
  match: Match | null = null,
): boolean =>
  journal.accountId === deposit.accountId &&
  (isNamedBy(deposit, journal) ||
    Object.hasOwn(deposit.credits, journal.id) ||
    journal.id === match?.journalId);

const isCredited = (deposit: Deposit): deposit is RequestedDeposit =>
  deposit.status === 'completed' || deposit.status === 'reversed';

/** The one that was asked for: it may have been corrected since, and the id kept be its successor's. */
const firstOf = (
  deposit: RequestedDeposit,
  journals: readonly ListedJournal[],
): ListedJournal | undefined => {
  const credits = journals.filter(({ direction }) => direction === 'to_user');
  return (
    credits.find((each) => each.status === CORRECTED && isAsAsked(deposit, each)) ??
    credits.find(({ id }) => id === deposit.journalId) ??
    credits.find(({ status }) => status === CORRECTED) ??
    credits.find(({ status }) => EXECUTED.includes(status)) ??
    credits[0]
  );
};
