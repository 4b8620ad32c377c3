import { describe, expect, it } from '@jest/globals';
import { cents } from '#platform/core/money.js';
import { type Line, adjustmentLine, depositLine, digestOf, lineId } from './line.js';

const about = { transactionId: 'd-1', userId: 'u-1', completedAt: '2026-03-16T12:00:00.000Z' };
const deposit = depositLine({
  ...about,
  grossCents: cents(100_00),
  feeCents: cents(1_50),
  journalId: 'j-1',
});

describe('a line', () => {
  it('of a deposit has the deposit’s id', () => expect(lineId(deposit)).toBe('d-1'));
  it('of an adjustment has an id of its own', () =>
    expect(lineId({ ...deposit, type: 'adjustment' })).toBe('d-1-adjustment'));
  it('of an adjustment has the amounts negated', () =>
    expect(adjustmentLine(deposit)).toMatchObject({ grossCents: -100_00n, feeCents: -1_50n }));
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
