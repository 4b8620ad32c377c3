import type { ListedJournal } from '#platform/broker/broker-records.js';
import { cents, centsToDecimal } from '#platform/core/money.js';
import { adjusted } from './adjustment.decide.js';
import {
  CORRECTED,
  EXECUTED,
  JournalDiffers,
  type Match,
  type SaidJournal,
  UNDONE,
  firstOf,
  isAsAsked,
  isCredited,
  isJournalOf,
  isNamedBy,
} from './deposit-journals.decide.js';
import type { DepositEvent } from './deposit.events.js';
import { type Deposit, type RequestedDeposit, deposits } from './deposit.state.js';

/**
 * Books what the journals of a credited deposit come to, by its own one where the broker told another's before.
 * @throws {JournalDiffers}
 */
export const adjustedByOwn = (
  deposit: RequestedDeposit,
  listed: readonly SaidJournal[],
  now: Date,
  match: Match | null,
): readonly DepositEvent[] => {
  const own = misnamed(deposit, listed, match);
  const { [deposit.journalId ?? '']: told = cents(0), ...others } = deposit.credits;
  const named =
    own === null
      ? deposit
      : { ...deposit, journalId: own.id, credits: { [own.id]: told, ...others } };
  const insteadOf = own === null ? null : deposit.journalId;
  const journals = listed.filter(
    (journal) => journal.id !== insteadOf && isJournalOf(named, journal, match),
  );
  const events = adjusted(named, journals, now, match, insteadOf);
  requireProven(deposit, events, listed, match);
  return events;
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
        (recorded !== undefined || !Object.hasOwn(credits, each.id)),
    ),
  );
  const isDecided = own !== undefined && [...EXECUTED, ...UNDONE].includes(own.status);
  if (!isDecided || !isAsAsked(deposit, own)) return null;
  if (own.id === match?.journalId) return own;
  if (mayBeIts && recorded.journalKey === null) return null;
  const wasExecuted = [...EXECUTED, CORRECTED].includes(own.status);
  return wasExecuted || recorded !== undefined ? own : null;
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
    const why = journal === undefined ? 'the broker does not list' : names;
    throw new JournalDiffers(
      `the books hold ${centsToDecimal(amountCents)} of it by journal ${id}, which ${why}; another one would count twice. Ask the broker which journal holds. Where the user has the money once, dismiss the difference`,
    );
  }
};
