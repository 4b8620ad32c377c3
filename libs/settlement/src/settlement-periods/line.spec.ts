import { describe, expect, it } from '@jest/globals';
import type { DepositEvent } from '#funding';
import { cents } from '#platform/core/money.js';
import { type Line, digestOf, lineOf } from './line.js';

const at = '2026-03-16T12:00:00.000Z';
const about = { depositId: 'd-1', partnerId: 'p-1', userId: 'u-1', at };
const amounts = { amountCents: cents(100_00), feeCents: cents(1_50), journalId: 'j-1' };
const asked = { externalId: 'x-1', requestedAt: at };
const event = (type: string, data: object = {}) =>
  ({ type, data: { ...about, ...amounts, ...data } }) as DepositEvent;
const completed = event('DepositCompleted');
const less = { amountCents: cents(-38_50), feeCents: cents(0), number: 3, credits: [] };
const adjusted = event('DepositAdjusted', { ...less, reason: 'corrected' });
const reversed = event('DepositReversed', { reason: 'taken back', number: 2 });
const deposit = lineOf(completed)!;

describe('a line', () => {
  it.each([
    ['a credit', completed, 'deposit', 100_00n, 1_50n],
    ['a late credit', event('DepositCompletedLate', asked), 'deposit', 100_00n, 1_50n],
    ['a change of what was credited', adjusted, 'adjustment', -38_50n, 0n],
    ['a credit taken back', reversed, 'adjustment', -100_00n, -1_50n],
  ])('is made of %s', (_, event, type, grossCents, feeCents) =>
    expect(lineOf(event)).toMatchObject({ type, grossCents, feeCents }),
  );
  it.each(['DepositRequested', 'DepositFailed', 'DepositReviewed'])('is not made of %s', (type) =>
    expect(lineOf(event(type))).toBeNull(),
  );
});

describe('the number of a line', () => {
  it('is the same for the same line', () =>
    expect(digestOf({ ...deposit })).toBe(digestOf(deposit)));
  it('is small enough to be summed', () => expect(digestOf(deposit)).toBeLessThan(2n ** 32n));
  it.each<[string, Partial<Line>]>([
    ['type', { type: 'adjustment' }],
    ['transaction', { transactionId: 'd-2' }],
    ['user', { userId: 'u-2' }],
    ['amount', { grossCents: cents(100_01) }],
    ['fee', { feeCents: cents(1_51) }],
    ['time', { completedAt: '2026-03-16T12:00:00.001Z' }],
    ['journal', { journalId: 'j-2' }],
  ])('is another one for another %s', (_, other) =>
    expect(digestOf({ ...deposit, ...other })).not.toBe(digestOf(deposit)),
  );
});
