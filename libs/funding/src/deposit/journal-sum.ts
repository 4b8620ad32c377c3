import { ownValue } from '#kernel/own-value.js';
import type { BrokerJournal, ListedJournal } from '#broker/broker-records.js';
import { type Cents, cents, centsToDecimal } from '#kernel/money.js';
import { type DirectedAmounts, type Direction, movedCents } from './amounts.js';

/** Statuses of a journal that moved its money. */
const EXECUTED = ['executed', 'activity_created'];
/** Status of a journal that the broker replaced by another one. */
export const CORRECTED = 'correct';
/** Statuses of a journal whose money did not move, or moved back. */
const REVERSED = ['rejected', 'refused', 'canceled', 'deleted', CORRECTED];

/** Direction of the journals that execute a transaction. Other journals return money. */
export const OUTWARD: Readonly<Record<Direction, ListedJournal['direction']>> = {
  DEPOSIT: 'to_user',
  WITHDRAWAL: 'to_firm',
};

/** A journal between the firm account and the account of a transaction. */
export type TransactionJournal = BrokerJournal & Pick<ListedJournal, 'direction'>;

/**
 * Cents that each journal adds to the transaction, by journal id. Negative for a journal that
 * returns money.
 */
export type Credits = Readonly<Record<string, Cents>>;
export type Credit = { readonly journalId: string; readonly amountCents: Cents };

/** The part of a transaction that decides which journals belong to it. */
type Owner = {
  readonly depositId: string;
  readonly accountId: string;
  readonly journalId: string | null;
  readonly credits: Credits;
};

/**
 * The broker's journal cannot belong to this transaction. Operators see the error, and the journal
 * is not booked.
 */
export class JournalDiffers extends Error {
  override readonly name = 'JournalDiffers';
}

export const isExecuted = ({ status }: Pick<BrokerJournal, 'status'>): boolean =>
  EXECUTED.includes(status);
export const isReversed = ({ status }: Pick<BrokerJournal, 'status'>): boolean =>
  REVERSED.includes(status);

/**
 * Returns the listed journals that belong to the transaction. The log knows such a journal, or its
 * description contains the id of the transaction or of another journal that belongs to it.
 */
export const journalsOf = <Each extends ListedJournal>(
  { depositId, accountId, journalId, credits }: Owner,
  listed: readonly Each[],
): readonly Each[] => {
  const ids = new Set([depositId, ...(journalId === null ? [] : [journalId])]);
  for (const id of Object.keys(credits)) ids.add(id);
  const candidates = listed.filter((journal) => journal.accountId === accountId);
  const belongs = ({ id, journalKey }: Each): boolean =>
    ids.has(id) || (journalKey !== null && ids.has(journalKey));
  for (let known = -1; known < ids.size;) {
    known = ids.size;
    for (const journal of candidates) if (belongs(journal)) ids.add(journal.id);
  }
  return candidates.filter(({ id }) => ids.has(id));
};

/**
 * Returns the credits that change. Only an executed or reversed journal changes a credit. The
 * credit of a journal that the list lacks stays.
 * @throws {JournalDiffers} if an executed journal has fractions of a cent
 */
export const changedCredits = (
  { direction, credits }: { readonly direction: Direction; readonly credits: Credits },
  journals: readonly TransactionJournal[],
): readonly Credit[] =>
  journals.flatMap((journal) => {
    const amountCents = creditOf(journal, OUTWARD[direction]);
    const isKnown = amountCents === (ownValue(credits, journal.id) ?? 0n);
    return amountCents === null || isKnown ? [] : [{ journalId: journal.id, amountCents }];
  });

const creditOf = (
  journal: TransactionJournal,
  outward: ListedJournal['direction'],
): Cents | null => {
  if (isReversed(journal)) return cents(0);
  if (!isExecuted(journal)) return null;
  const { id, amount, direction } = journal;
  if (amount === null)
    throw new JournalDiffers(`the amount of the broker's journal ${id} has fractions of a cent`);
  return direction === outward ? amount : cents(-amount);
};

export const withCredits = (credits: Credits, changes: readonly Credit[]): Credits => ({
  ...credits,
  ...Object.fromEntries(changes.map(({ journalId, amountCents }) => [journalId, amountCents])),
});

/** Returns the sum of the credits, in cents. */
export const sumOf = (credits: Credits): Cents =>
  cents(Object.values(credits).reduce<bigint>((sum, each) => sum + each, 0n));

/** Key of an operator's adjustment among the credits. */
export const adjustmentId = (id: string): string => `${ADJUSTMENT}${id}`;
const ADJUSTMENT = 'adjustment-';

/** Returns the part of the sum that operators added, in cents. */
export const adjustedCents = (credits: Credits): Cents =>
  sumOf(Object.fromEntries(Object.entries(credits).filter(([id]) => isAdjustment(id))));
const isAdjustment = (id: string): boolean => id.startsWith(ADJUSTMENT);

/** Returns the broker's ids of the journals that the ledger counts, and of the original journal. */
export const journalIdsOf = ({
  journalId,
  credits,
}: Pick<Owner, 'journalId' | 'credits'>): readonly string[] => {
  const ids = Object.entries(credits).flatMap(([id, amount]) => (amount === 0n ? [] : [id]));
  const all = [...(journalId === null ? [] : [journalId]), ...ids];
  return [...new Set(all)].filter((id) => !isAdjustment(id));
};

/** Bounds a sum to the range from 0 to the requested amount. The ledger never has more. */
export const bounded = (sum: Cents, requested: Cents): Cents =>
  sum < 0n ? cents(0) : sum > requested ? requested : sum;

/** The requested amounts of a transaction, and the user's account. */
type Requested = DirectedAmounts & Pick<Owner, 'accountId'>;

/** @throws {JournalDiffers} if the journal has another account or amount than requested */
export const requireAsRequested = (requested: Requested, journal: BrokerJournal): void => {
  if (isAsRequested(requested, journal)) return;
  const { id, amount } = journal;
  const { direction, accountId } = requested;
  const way = direction === 'DEPOSIT' ? 'to' : 'from';
  const account = userAccountOf(direction, journal);
  const itsAccount = account === undefined ? '' : ` ${way} account ${account}`;
  const moved = amount === null ? 'fractions of a cent' : centsToDecimal(amount);
  const wanted = `${centsToDecimal(movedCents(requested))} ${way} account ${accountId}`;
  throw new JournalDiffers(`the broker's journal ${id} moves ${moved}${itsAccount}, not ${wanted}`);
};

export const isAsRequested = (requested: Requested, journal: BrokerJournal): boolean =>
  [undefined, requested.accountId].includes(userAccountOf(requested.direction, journal)) &&
  journal.amount === movedCents(requested);

const userAccountOf = (
  direction: Direction,
  { creditedAccountId, debitedAccountId }: BrokerJournal,
): string | undefined => (direction === 'DEPOSIT' ? creditedAccountId : debitedAccountId);
