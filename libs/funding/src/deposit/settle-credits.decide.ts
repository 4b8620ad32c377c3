import { ownValue } from '#kernel/own-value.js';
import { type Cents, cents, centsToDecimal } from '#kernel/money.js';
import { type Direction, amountsOf, movedCents } from './amounts.js';
import type { DepositEvent } from './deposit.events.js';
import { type Deposit, type RequestedDeposit, about, deposits } from './deposit.state.js';
import { type Credit, type Credits, bounded, sumOf, withCredits } from './journal-sum.js';

/** An operator's decision: the operator and the reason. */
export type Decided = { readonly by: string; readonly reason: string };

export const isCredited = ({ status }: Pick<Deposit, 'status'>): boolean =>
  status === 'completed' || status === 'reversed';

/** Returns the sum of the deposit's journals and adjustments, in cents; not bounded. */
export const creditedCents = ({ credits }: Pick<RequestedDeposit, 'credits'>): Cents =>
  sumOf(credits);

/** Returns the cents of the ledger: the sum of the journals, bounded. */
export const bookedCents = ({
  booked,
  direction,
}: Pick<RequestedDeposit, 'booked' | 'direction'>): Cents => movedCents({ ...booked, direction });

/** Requested and neither credited nor ended. */
export const isUncredited = ({ status }: Pick<Deposit, 'status'>): boolean =>
  status === 'pending' || status === 'processing';

/** Failed or canceled. The broker may have moved the money nevertheless. */
export const isEndedUncredited = ({ status }: Pick<Deposit, 'status'>): boolean =>
  status === 'failed' || status === 'canceled';

/** Records an operator's decision. The ledger follows in a separate event. */
export const decide = (
  deposit: RequestedDeposit,
  credit: Credit,
  decided: Decided,
  now: Date,
): readonly DepositEvent[] => {
  const event = recorded(deposit, [credit], now, decided);
  const after = deposits.evolve(deposit, event) as RequestedDeposit;
  return [event, ...settle(after, [], now)];
};

const recorded = (
  deposit: RequestedDeposit,
  credits: readonly Credit[],
  now: Date,
  matched?: Decided,
): DepositEvent => {
  const data = {
    ...about(deposit, now),
    journalId: namedIn(deposit, credits),
    credits: [...credits],
  };
  return {
    type: 'DepositJournalsRecorded',
    data: matched === undefined ? data : { ...data, matched },
  };
};

/**
 * Brings the ledger to the bounded sum of all credits, after these changes. A deposit is completed
 * as soon as one journal credited the user, even if another one already took the money back.
 */
export const settle = (
  deposit: RequestedDeposit,
  changes: readonly Credit[],
  now: Date,
): readonly DepositEvent[] => {
  const credits = withCredits(deposit.credits, changes);
  const unbooked = changes.length === 0 ? [] : [recorded(deposit, changes, now)];
  if (!isCredited(deposit)) {
    const journalId = firstCredit(deposit, credits);
    if (journalId === undefined) return unbooked;
    const first = completion(deposit, journalId, now);
    const after = deposits.evolve(deposit, first) as RequestedDeposit;
    const rest = Object.entries(credits)
      .filter(([id, amountCents]) => ownValue(after.credits, id) !== amountCents)
      .map(([journalId, amountCents]) => ({ journalId, amountCents }));
    return [first, ...settle(after, rest, now)];
  }
  const moved = bounded(sumOf(credits), movedCents(deposit));
  return moved === bookedCents(deposit) ? unbooked : [adjusted(deposit, changes, moved, now)];
};

const completion = (deposit: RequestedDeposit, journalId: string, now: Date): DepositEvent => {
  const { amountCents, feeCents, externalId, requestedAt } = deposit;
  const data = { ...about(deposit, now), amountCents, feeCents, journalId, requestedAt };
  return isEndedUncredited(deposit)
    ? { type: 'DepositCompletedLate', data: { ...data, externalId } }
    : { type: 'DepositCompleted', data };
};

/** Returns the original journal if it credits the user, or else the first journal that does. */
const firstCredit = ({ journalId }: RequestedDeposit, credits: Credits): string | undefined => {
  const given = Object.entries(credits).flatMap(([id, amount]) => (amount > 0n ? [id] : []));
  return given.find((id) => id === journalId) ?? given[0];
};

const adjusted = (
  deposit: RequestedDeposit,
  credits: readonly Credit[],
  moved: Cents,
  now: Date,
): DepositEvent => {
  const { booked, adjustments, direction } = deposit;
  const target = amountsOf(deposit, moved);
  const amountCents = cents(target.amountCents - booked.amountCents);
  const feeCents = cents(target.feeCents - booked.feeCents);
  const journalId = namedIn(deposit, credits);
  const number = adjustments + 1;
  const known = { ...about(deposit, now), journalId, number, credits: [...credits] };
  if (moved > 0n) {
    const reason = CHANGED[direction](centsToDecimal(moved));
    return { type: 'DepositAdjusted', data: { ...known, amountCents, feeCents, reason } };
  }
  const reversal = { amountCents: cents(-amountCents), feeCents: cents(-feeCents) };
  return { type: 'DepositReversed', data: { ...known, ...reversal, reason: REVERSED[direction] } };
};

const CHANGED: Readonly<Record<Direction, (moved: string) => string>> = {
  DEPOSIT: (moved) => `The broker changed the credit: the user has ${moved} of it`,
  WITHDRAWAL: (moved) => `The broker changed the withdrawal: ${moved} of it left the account`,
};

const REVERSED: Readonly<Record<Direction, string>> = {
  DEPOSIT: 'The broker reversed the credit',
  WITHDRAWAL: 'The broker reversed the withdrawal: the user has the money',
};

/** The journal that an event names: the last one that changed, other than the original. */
const namedIn = ({ journalId, credits }: RequestedDeposit, changes: readonly Credit[]): string => {
  const ids = changes.length > 0 ? changes.map((each) => each.journalId) : Object.keys(credits);
  return ids.findLast((id) => id !== journalId) ?? ids[0] ?? (journalId as string);
};
