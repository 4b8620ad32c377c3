import type { DatedJournal } from '#broker/broker-changes.js';
import type { JournalDirection } from '#broker/broker-records.js';
import type { RequestedDeposit } from '#funding/deposit/deposit.state.js';
import { OUTWARD, adjustedCents, isExecuted, sumOf } from '#funding/deposit/journal-sum.js';
import { bookedCents } from '#funding/deposit/settle-credits.decide.js';
import { type Cents, cents, centsToDecimal } from '#kernel/money.js';
import type { DifferenceKind } from '../reconciliation/difference-kinds.js';
import { type Difference, differenceOf } from '../reconciliation/difference.js';

/**
 * Compares the executed journals of a deposit or withdrawal at the broker, the journals that the log has, and the
 * ledger. An operator's adjustment resolves a difference if the ledger then has the broker's sum, or
 * the broker's sum and the adjustment.
 */
export const compareDeposit = (
  deposit: RequestedDeposit,
  journals: readonly DatedJournal[],
): Difference | null => {
  const outward = OUTWARD[deposit.direction];
  const atBroker = sumAtBroker(journals, outward);
  const [credited, booked] = [sumOf(deposit.credits), bookedCents(deposit)];
  if (atBroker !== null && isEven(deposit, atBroker)) return null;
  const { depositId, partnerId, accountId, status } = deposit;
  const what = `${status} with ${text(booked)} in the ledger, ${describe(atBroker, journals, outward)}`;
  return differenceOf({
    kind: kindOf(atBroker, booked, credited),
    ...{ depositId, partnerId, accountId },
    journalId: journals.find((each) => !Object.hasOwn(deposit.credits, each.id))?.id ?? null,
    what: `${deposit.direction.toLowerCase()} ${depositId}: ${what}`,
    ...(atBroker === null ? {} : { amountCents: cents(atBroker - booked) }),
  });
};

const isEven = (deposit: RequestedDeposit, atBroker: bigint): boolean => {
  const { credits } = deposit;
  const [adjusted, booked] = [adjustedCents(credits), bookedCents(deposit)];
  return adjusted === 0n
    ? atBroker === sumOf(credits) && atBroker === booked
    : atBroker === booked || atBroker + adjusted === booked;
};

const kindOf = (atBroker: bigint | null, booked: bigint, credited: bigint): DifferenceKind => {
  if (atBroker === 0n && credited !== 0n) return 'deposit_missing_at_broker';
  if (booked === 0n && atBroker !== null && atBroker > 0n) return 'deposit_missing_here';
  return 'deposit_amount';
};

/** Null if an amount is unreadable, such as an amount in another currency. */
const sumAtBroker = (
  journals: readonly DatedJournal[],
  outward: JournalDirection,
): bigint | null => {
  let sum = 0n;
  for (const journal of journals) {
    const { direction, amount } = journal;
    if (!isExecuted(journal)) continue;
    if (amount === null) return null;
    sum += direction === outward ? amount : -amount;
  }
  return sum;
};

const describe = (
  sum: bigint | null,
  journals: readonly DatedJournal[],
  outward: JournalDirection,
): string => {
  if (journals.length === 0) return 'no journal at the broker';
  const inOrder = journals.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const all = inOrder.map(({ id, status, direction, amountText }) => {
    const moves = direction === outward ? 'over' : 'back over';
    return `journal ${id} is ${status} ${moves} ${amountText}`;
  });
  return `${sum === null ? 'an unreadable amount' : text(sum)} at the broker: ${all.join(', ')}`;
};

const text = (amount: bigint): string => centsToDecimal(cents(amount) satisfies Cents);
