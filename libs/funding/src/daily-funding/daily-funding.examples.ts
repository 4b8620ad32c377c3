import { cents } from '#kernel/money.js';
import { at, terms as requested } from '../deposit/deposit.examples.js';
import type { DailyFundingEvent } from './daily-funding.events.js';

/** One canonical example of each event. */
export const day = '2026-03-16';
export const limitCents = cents(250_00);

const { direction: _, ...terms } = requested;

export const reserved: DailyFundingEvent = {
  type: 'DailyFundingReserved',
  data: { ...terms, requestId: 'r-1', day, at },
};
export const restored: DailyFundingEvent = {
  type: 'DailyFundingRestored',
  data: {
    depositId: 'd-1',
    partnerId: 'p-1',
    userId: 'u-1',
    day,
    amountCents: terms.amountCents,
    at,
  },
};
export const released: DailyFundingEvent = {
  type: 'DailyFundingReleased',
  data: {
    depositId: 'd-1',
    partnerId: 'p-1',
    userId: 'u-1',
    day,
    amountCents: terms.amountCents,
    reason: 'The deposit failed',
    at,
  },
};
