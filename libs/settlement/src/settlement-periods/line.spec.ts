import { describe, expect, it } from '@jest/globals';
import type { DepositEvent } from '#funding/deposit/deposit.events.js';
import type { OrderEvent } from '#orders/order/order.events.js';
import { cents } from '#kernel/money.js';
import { type Line, digestOf, lineOf } from './line.js';

const at = '2026-03-16T12:00:00.000Z';
const about = { depositId: 'd-1', partnerId: 'p-1', userId: 'u-1', at };
const amounts = { amountCents: cents(100_00), feeCents: cents(1_50), journalId: 'j-1' };
const proposed = { externalId: 'x-1', requestedAt: at };
const event = (type: string, data: object = {}) =>
  ({ type, data: { ...about, ...amounts, ...data } }) as DepositEvent;
const completed = event('DepositCompleted');
const less = { amountCents: cents(-38_50), feeCents: cents(0), number: 3, credits: [] };
const adjusted = event('DepositAdjusted', { ...less, reason: 'corrected' });
const reversed = event('DepositReversed', { reason: 'taken back', number: 2 });
const deposit = lineOf(completed)!;
const back = { direction: 'WITHDRAWAL' };
const order = { orderId: 'o-1', partnerId: 'p-1', userId: 'u-1', at };
const orderEvent = (type: string, data: object = {}) =>
  ({ type, data: { ...order, ...data } }) as OrderEvent;
const charge = (amount: number, isCorrection: boolean) => ({
  charge: { amountCents: cents(amount), isCorrection },
});

describe('a line', () => {
  it.each([
    ['a credit', completed, 'deposit', 100_00n, 1_50n, 100_00n],
    ['a late credit', event('DepositCompletedLate', proposed), 'deposit', 100_00n, 1_50n, 100_00n],
    ['a change of the credited amount', adjusted, 'adjustment', -38_50n, 0n, -38_50n],
    ['a reversed credit', reversed, 'adjustment', -100_00n, -1_50n, -100_00n],
    ['a withdrawal', event('DepositCompleted', back), 'withdrawal', 100_00n, 1_50n, -98_50n],
    [
      'a late withdrawal',
      event('DepositCompletedLate', { ...proposed, ...back }),
      'withdrawal',
      ...([100_00n, 1_50n, -98_50n] as const),
    ],
    [
      'a change of a withdrawal',
      event('DepositAdjusted', { ...less, ...back }),
      'adjustment',
      ...([-38_50n, 0n, 38_50n] as const),
    ],
    [
      'a reversed withdrawal',
      event('DepositReversed', back),
      'adjustment',
      ...([-100_00n, -1_50n, 98_50n] as const),
    ],
  ])('results from %s', (_, event, type, grossCents, feeCents, dueCents) =>
    expect(lineOf(event)).toMatchObject({ type, grossCents, feeCents, dueCents }),
  );
  it.each([
    ['OrderFilled', false, 'commission', 50n],
    ['OrderRejected', false, 'commission', 50n],
    ['OrderCanceled', false, 'commission', 50n],
    ['OrderExpired', false, 'commission', 50n],
    ['OrderFilled', true, 'adjustment', 20n],
    ['OrderCorrected', true, 'adjustment', -20n],
    ['OrderTradesCorrected', true, 'adjustment', -20n],
  ])('results from the charge of %s', (type, isCorrection, line, amount) =>
    expect(lineOf(orderEvent(type, charge(Number(amount), isCorrection)))).toEqual({
      ...{ type: line, transactionId: 'o-1', userId: 'u-1', completedAt: at, journalId: null },
      ...{ grossCents: 0n, feeCents: 0n, dueCents: amount },
    }),
  );
  it.each(['OrderRequested', 'OrderPartiallyFilled', 'OrderFilled', 'OrderCorrected'])(
    'does not result from %s without a charge',
    (type) => expect(lineOf(orderEvent(type))).toBeNull(),
  );
  it.each(['DepositRequested', 'DepositFailed', 'DepositReviewed'])(
    'does not result from %s',
    (type) => expect(lineOf(event(type))).toBeNull(),
  );
});

describe('the digest of a line', () => {
  it('is the same for the same line', () =>
    expect(digestOf({ ...deposit })).toBe(digestOf(deposit)));
  it('is that of earlier versions where the due is the gross', () =>
    expect(digestOf(deposit)).toBe(4277677704n));
  it('is small enough to be summed', () => expect(digestOf(deposit)).toBeLessThan(2n ** 32n));
  it.each<[string, Partial<Line>]>([
    ['type', { type: 'adjustment' }],
    ['transaction', { transactionId: 'd-2' }],
    ['user', { userId: 'u-2' }],
    ['amount', { grossCents: cents(100_01) }],
    ['due', { dueCents: cents(100_01) }],
    ['fee', { feeCents: cents(1_51) }],
    ['time', { completedAt: '2026-03-16T12:00:00.001Z' }],
    ['journal', { journalId: 'j-2' }],
  ])('differs for another %s', (_, other) =>
    expect(digestOf({ ...deposit, ...other })).not.toBe(digestOf(deposit)),
  );
});
