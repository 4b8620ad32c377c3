import type { BrokerJournal, ListedJournal } from '#broker/broker-records.js';
import { deterministicId } from '#kernel/ids.js';
import type { Cents } from '#kernel/money.js';
import { conflict, notFound } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import { movedCents } from './amounts.js';
import type { DepositEvent } from './deposit.events.js';
import { failed } from './deposit-failed.js';
import { type Deposit, type RequestedDeposit, deposits } from './deposit.state.js';
import { underWay } from './held-deposit.decide.js';
import {
  CORRECTED,
  OUTWARD,
  adjustmentId,
  type TransactionJournal,
  changedCredits,
  isAsRequested,
  isExecuted,
  isReversed,
  journalsOf,
  requireAsRequested,
} from './journal-sum.js';
import { type Decided, decide, isCredited, isUncredited, settle } from './settle-credits.decide.js';

type Decide = Decision<Deposit, DepositEvent>;

/**
 * Records the listed journals of a deposit. An older list must not overwrite a newer one. Append
 * the events at the revision that was read before the query.
 * @throws {JournalDiffers} if the broker's journals cannot belong to this deposit
 */
export const recordJournals =
  (listed: readonly ListedJournal[], now: Date): Decide =>
  (deposit) => {
    if (deposit.status === 'absent') return [];
    const journals = journalsOf(deposit, listed);
    const original = originalOf(deposit, journals);
    const isNew = original !== undefined && !Object.hasOwn(deposit.credits, original.id);
    const isReplaced = journals.some(({ status }) => status === CORRECTED);
    if (isNew && isExecuted(original) && !isReplaced) requireAsRequested(deposit, original);
    return creditedBy(deposit, journals, now);
  };

/**
 * Records the state of the deposit's original journal. It may be older than the ledger, so a
 * credited deposit accepts only a reversal. Only the list of journals can fail a deposit, because
 * another journal may replace the original one.
 */
export const recordOriginal = (
  deposit: RequestedDeposit,
  journal: BrokerJournal,
  now: Date,
): readonly DepositEvent[] => {
  const journals = [{ ...journal, direction: OUTWARD[deposit.direction] }];
  if (isCredited(deposit)) {
    if (isReversed(journal)) return creditedBy(deposit, journals, now);
    if (isExecuted(journal) && !Object.hasOwn(deposit.credits, journal.id))
      requireAsRequested(deposit, journal);
    return [];
  }
  // A journal with another amount may replace the original one. The list shows it.
  const isPartial = deposit.journalId === null && !isAsRequested(deposit, journal);
  if (!isExecuted(journal) || (isPartial && isUncredited(deposit)))
    return isUncredited(deposit) ? underWay(deposit, journal, now) : [];
  requireAsRequested(deposit, journal);
  return creditedBy(deposit, journals, now);
};

/**
 * An operator assigns an executed journal to the deposit. A repeat is ignored.
 * @throws {JournalDiffers} if its amount has fractions of a cent
 */
export const assignJournal =
  (journal: TransactionJournal, decided: Decided, now: Date): Decide =>
  (deposit) => {
    if (deposit.status === 'absent') throw unknownDeposit();
    const [credit] = changedCredits({ direction: deposit.direction, credits: {} }, [journal]);
    if (credit === undefined || Object.hasOwn(deposit.credits, journal.id)) return [];
    return decide(deposit, credit, decided, now);
  };

/** An operator changes the deposit's credit by an amount. A repeat of the decision is ignored. */
export const adjustCredit =
  (amountCents: Cents, decided: Decided, now: Date): Decide =>
  (deposit) => {
    if (deposit.status === 'absent') throw unknownDeposit();
    if (!isCredited(deposit))
      throw conflict(
        'deposit_not_credited',
        `The deposit is ${deposit.status}. Only a completed or reversed deposit can be adjusted`,
      );
    const { by, reason } = decided;
    const parts = [deposit.depositId, by, reason, `${amountCents}`];
    const journalId = adjustmentId(deterministicId('adjustment', ...parts));
    if (Object.hasOwn(deposit.credits, journalId)) return [];
    return decide(deposit, { journalId, amountCents }, decided, now);
  };

/**
 * Records a journal that was executed and reversed before the service saw it. Only the broker's
 * event history shows this.
 */
export const recordReversedUnseen =
  (journal: TransactionJournal, now: Date): Decide =>
  (deposit) => {
    if (deposit.status === 'absent' || !isUncredited(deposit)) return [];
    const amount = movedCents(deposit);
    const executed = { ...journal, amount, status: 'executed' };
    const events = creditedBy(deposit, [executed], now);
    const after = events.reduce<Deposit>(deposits.evolve, deposit) as RequestedDeposit;
    return [...events, ...creditedBy(after, [journal], now)];
  };

/** The journal that the service created. Its id is unknown if the broker's response was lost. */
const originalOf = (
  deposit: RequestedDeposit,
  journals: readonly ListedJournal[],
): ListedJournal | undefined => {
  const { depositId, journalId } = deposit;
  if (journalId !== null) return journals.find(({ id }) => id === journalId);
  const outward = OUTWARD[deposit.direction];
  const named = journals.filter(
    ({ direction, journalKey }) => direction === outward && journalKey === depositId,
  );
  return named.find((each) => isAsRequested(deposit, each)) ?? named[0];
};

/**
 * Returns the events for journals of the broker. Empty unless a credit changes or the deposit
 * fails.
 */
const creditedBy = (
  deposit: RequestedDeposit,
  journals: readonly TransactionJournal[],
  now: Date,
): readonly DepositEvent[] => {
  const changes = changedCredits(deposit, journals);
  const events = changes.length === 0 ? [] : settle(deposit, changes, now);
  const after = events.reduce<Deposit>(deposits.evolve, deposit);
  const reversed = journals.find(isReversed);
  if (!isUncredited(after) || reversed === undefined) return events;
  const outward = OUTWARD[deposit.direction];
  if (journals.some((each) => each.direction === outward && !isReversed(each))) return events;
  return [...events, failed(deposit, `The broker reports ${reversed.status}`, now)];
};

const unknownDeposit = () =>
  notFound('transaction_not_found', 'A funding transaction with this id does not exist');
