import type { DatedJournal } from '#broker/broker-changes.js';
import type { RequestedDeposit } from '#funding/deposit/deposit.state.js';
import {
  OUTWARD,
  adjustedCents,
  changedCredits,
  isExecuted,
  sumOf,
  withCredits,
} from '#funding/deposit/journal-sum.js';
import { bookedCents } from '#funding/deposit/settle-credits.decide.js';
import { cents, centsToDecimal } from '#kernel/money.js';
import type { DifferenceKind } from '../reconciliation/difference-kinds.js';
import { type Difference, differenceOf } from '../reconciliation/difference.js';

/**
 * Compares the executed journals of a deposit or withdrawal at the broker, the journals that the log
 * has, and the ledger. An operator's adjustment resolves a difference if the ledger then has the
 * broker's sum, or the broker's sum and the adjustment.
 */
export const compareDeposit = (
  deposit: RequestedDeposit,
  journals: readonly DatedJournal[],
): Difference | null => {
  const { credits, direction, depositId, partnerId, accountId, status } = deposit;
  const isUnreadable = journals.some((each) => isExecuted(each) && each.amount === null);
  const changes = isUnreadable ? [] : changedCredits({ direction, credits: {} }, journals);
  const atBroker = isUnreadable ? null : sumOf(withCredits({}, changes));
  const [credited, adjusted, booked] = [
    sumOf(credits),
    adjustedCents(credits),
    bookedCents(deposit),
  ];
  const isEven =
    atBroker !== null &&
    (adjusted === 0n
      ? atBroker === credited && atBroker === booked
      : atBroker === booked || atBroker + adjusted === booked);
  if (isEven) return null;
  const sum = atBroker === null ? 'an unreadable amount' : centsToDecimal(atBroker);
  const there = journals.length === 0 ? 'no journal at the broker' : `${sum} at the broker`;
  const here = `${status} with ${centsToDecimal(booked)} in the ledger`;
  const texts = journals.map(({ id, status: word, direction: way, amountText }) => {
    const moves = way === OUTWARD[direction] ? 'over' : 'back over';
    return `journal ${id} is ${word} ${moves} ${amountText}`;
  });
  const listed = texts.length === 0 ? '' : `: ${texts.toSorted().join(', ')}`;
  return differenceOf({
    kind: kindOf(atBroker, booked, credited),
    ...{ depositId, partnerId, accountId },
    journalId: journals.find((each) => !Object.hasOwn(credits, each.id))?.id ?? null,
    what: `${direction.toLowerCase()} ${depositId}: ${here}, ${there}${listed}`,
    ...(atBroker === null ? {} : { amountCents: cents(atBroker - booked) }),
  });
};

const kindOf = (atBroker: bigint | null, booked: bigint, credited: bigint): DifferenceKind => {
  if (atBroker === 0n && credited !== 0n) return 'deposit_missing_at_broker';
  if (booked === 0n && atBroker !== null && atBroker > 0n) return 'deposit_missing_here';
  return 'deposit_amount';
};
