import { cents } from '#kernel/money.js';
import type { Direction } from './amounts.js';
import type { DepositEvent } from './deposit.events.js';
import type { DepositTerms } from './deposit.state.js';

/** Canonical examples of each event, for specs. */
export const noon = new Date('2026-03-16T12:00:00.000Z');
export const at = noon.toISOString();
const about = {
  direction: 'DEPOSIT',
  depositId: 'd-1',
  partnerId: 'p-1',
  userId: 'u-1',
  at,
} as const;
const amounts = { amountCents: cents(100_00), feeCents: cents(1_50) };

export const terms: DepositTerms = {
  direction: 'DEPOSIT',
  depositId: 'd-1',
  partnerId: 'p-1',
  userId: 'u-1',
  externalId: 'x-1',
  accountId: 'a-1',
  ...amounts,
};

export const requested: DepositEvent = { type: 'DepositRequested', data: { ...terms, at } };
export const started: DepositEvent = { type: 'DepositStarted', data: { ...about, attempt: 1 } };
export const delayed: DepositEvent = {
  type: 'DepositDelayed',
  data: { ...about, reason: 'Waiting for the pre-funded account to be replenished' },
};
export const closeRequested: DepositEvent = {
  type: 'DepositCloseRequested',
  data: { ...about, reason: 'The account is gone', by: 'staff:s-1' },
};
export const throttled: DepositEvent = {
  type: 'DepositThrottled',
  data: { ...about, attempt: 1 },
};
export const accepted: DepositEvent = {
  type: 'DepositAccepted',
  data: { ...about, journalId: 'j-1' },
};
/** Held on a Monday morning in New York: until 09:30 there on Tuesday. */
export const held: DepositEvent = {
  type: 'DepositHeld',
  data: {
    ...about,
    journalId: 'j-1',
    reason:
      'Waiting for the broker to approve the transfer, by its next business morning as a rule',
    expectedBy: '2026-03-17T13:30:00.000Z',
  },
};
export const completed: DepositEvent = {
  type: 'DepositCompleted',
  data: { ...about, ...amounts, journalId: 'j-1', requestedAt: at },
};
export const failed: DepositEvent = {
  type: 'DepositFailed',
  data: { ...about, ...amounts, reason: 'The broker reports rejected', requestedAt: at },
};
export const canceled: DepositEvent = {
  type: 'DepositCanceled',
  data: { ...about, direction: 'WITHDRAWAL', ...amounts, requestedAt: at },
};
export const completedLate: DepositEvent = {
  type: 'DepositCompletedLate',
  data: { ...about, ...amounts, externalId: 'x-1', journalId: 'j-1', requestedAt: at },
};
export const reviewed: DepositEvent = {
  type: 'DepositReviewed',
  data: { ...about, by: 'staff:s-1', reason: 'The partner knows' },
};
/** A second credit, beyond the requested amount. */
export const journalsRecorded: DepositEvent = {
  type: 'DepositJournalsRecorded',
  data: {
    ...about,
    journalId: 'j-2',
    credits: [{ journalId: 'j-2', amountCents: cents(98_50) }],
  },
};
export const adjusted: DepositEvent = {
  type: 'DepositAdjusted',
  data: {
    ...about,
    ...{ amountCents: cents(-38_50), feeCents: cents(0) },
    journalId: 'j-2',
    reason: 'The broker changed the credit: the user has 60.00 of it',
    number: 1,
    credits: [
      { journalId: 'j-1', amountCents: cents(0) },
      { journalId: 'j-2', amountCents: cents(60_00) },
    ],
  },
};
export const reversed: DepositEvent = {
  type: 'DepositReversed',
  data: {
    ...about,
    ...amounts,
    journalId: 'j-1',
    reason: 'The broker reversed the credit',
    number: 1,
    credits: [{ journalId: 'j-1', amountCents: cents(0) }],
  },
};

/**
 * Returns the event of a withdrawal. The broker moves 98.50, as for the deposit of the examples.
 */
export const ofWithdrawal = (event: DepositEvent): DepositEvent => {
  const whole = 'amountCents' in event.data && event.data.amountCents === amounts.amountCents;
  const amountCents = whole ? { amountCents: cents(98_50) } : {};
  return {
    ...event,
    data: { ...event.data, direction: 'WITHDRAWAL', ...amountCents },
  } as DepositEvent;
};
export const inDirection = (direction: Direction, event: DepositEvent): DepositEvent =>
  direction === 'DEPOSIT' ? event : ofWithdrawal(event);
