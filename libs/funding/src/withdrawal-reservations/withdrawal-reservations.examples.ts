import { cents } from '#kernel/money.js';
import { at, ofWithdrawal, requested } from '../deposit/deposit.examples.js';
import type { DepositTerms } from '../deposit/deposit.state.js';
import type { WithdrawalReservationEvent } from './withdrawal-reservations.events.js';

const about = { depositId: 'd-1', partnerId: 'p-1', userId: 'u-1', at };
const { at: _, ...data } = ofWithdrawal(requested).data as DepositTerms & { readonly at: string };
export const terms: DepositTerms = data;
const { direction: __, ...reservedTerms } = terms;

/** One canonical example of each event. */
export const reserved: WithdrawalReservationEvent = {
  type: 'WithdrawalReserved',
  data: { ...reservedTerms, requestId: 'r-1', at },
};
export const ended = (end: 'executed' | 'released'): WithdrawalReservationEvent => ({
  type: 'WithdrawalReservationEnded',
  data: { ...about, amountCents: cents(98_50), end },
});
