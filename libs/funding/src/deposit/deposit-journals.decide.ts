import { ownValue } from '#platform/core/own-value.js';
import type { BrokerJournal, ListedJournal } from '#platform/broker/broker-records.js';
import { type Cents, centsToDecimal } from '#platform/core/money.js';
import { netCents } from './credited.js';
import type { Deposit, RequestedDeposit } from './deposit.state.js';

export const EXECUTED = ['executed', 'activity_created'];
/** It was executed, and another journal replaces it. */
export const CORRECTED = 'correct';
export const UNDONE = ['rejected', 'refused', 'canceled', 'deleted', CORRECTED];

/** One of the journals that move the money of a deposit. */
export type DepositJournal = BrokerJournal &
  Pick<ListedJournal, 'direction'> &
  Partial<Pick<ListedJournal, 'journalKey'>> &
  Partial<Said>;

type Said = {
  /** Whether another deposit counts it, or counted it by a person's word and gave it up. */
  readonly elsewhere: 'counted' | 'given up' | undefined;
  /** As the broker describes it, where `journalKey` is the deposit that this leads to. */
  readonly names: string | null;
};

/** As the broker lists it, with what persons have said of it. */
export type SaidJournal = ListedJournal & Partial<Said>;

/** A person says that a journal, which names no deposit or is over another amount, is this one's. */
export type Match = { readonly journalId: string; readonly by: string; readonly reason: string };

/** To be seen by operators: nothing is booked at a figure that the broker does not have. */
export class JournalDiffers extends Error {
  override readonly name = 'JournalDiffers';
}

/** By our key, or by the id of one of its journals. */
export const isNamedBy = (
  { depositId, journalId, credits }: RequestedDeposit,
  { journalKey: key = null }: Pick<DepositJournal, 'journalKey'>,
): boolean =>
  key !== null && (key === depositId || key === journalId || Object.hasOwn(credits, key));

export const isAsAsked = (
  deposit: RequestedDeposit,
  { amount, creditedAccountId = deposit.accountId }: BrokerJournal,
): boolean => creditedAccountId === deposit.accountId && amount === netCents(deposit);

/** Or as a person has had it booked. @throws {JournalDiffers} */
export const requireAsAsked = (
  deposit: RequestedDeposit,
  { id, amount, creditedAccountId = deposit.accountId }: BrokerJournal,
): void => {
  if (creditedAccountId !== deposit.accountId)
    throw new JournalDiffers(
      `the broker's journal ${id} credits account ${creditedAccountId}, not ${deposit.accountId}`,
    );
  const asked = netCents(deposit);
  const booked = ownValue(deposit.credits, id);
  if (amount === asked || (booked !== undefined && amount === booked)) return;
  throw new JournalDiffers(
    `the broker's journal ${id} is over ${textOf(amount)}, not ${centsToDecimal(asked)}`,
  );
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

export const isCredited = (deposit: Deposit): deposit is RequestedDeposit =>
  deposit.status === 'completed' || deposit.status === 'reversed';

/** The one that was asked for: it may have been corrected since, and the id kept be its successor's. */
export const firstOf = (
  deposit: RequestedDeposit,
  journals: readonly ListedJournal[],
): ListedJournal | undefined => {
  const credits = journals.filter(({ direction }) => direction === 'to_user');
  return (
    credits.find((each) => each.status === CORRECTED && isAsAsked(deposit, each)) ??
    credits.find(({ id, status }) => id === deposit.journalId && !UNDONE.includes(status)) ??
    credits.find(({ status }) => status === CORRECTED) ??
    credits.find(({ status }) => EXECUTED.includes(status)) ??
    credits.find(({ id }) => id === deposit.journalId) ??
    credits[0]
  );
};

export const textOf = (amount: Cents | null): string =>
  amount === null ? 'no whole US cents' : centsToDecimal(amount);
