import { describe, expect, it } from '@jest/globals';
import { cents } from '#platform/core/money.js';
import { after, midnight, totals } from '../book/book.examples.js';
import { closePeriod, cutOff } from '../book/period.decide.js';
import { outstandingOf, payInto } from './previewed-book.js';

const now = new Date('2026-03-20T12:00:00.000Z');
const closed = (...dues: number[]) =>
  after(
    ...dues.flatMap((due, i) => [
      cutOff('operator', new Date(Date.parse(midnight) - 1_000 + i)),
      closePeriod(i + 1, totals(due), now),
    ]),
  );
const incoming = (reference: string, amount: number) => ({
  ...{ transferId: reference, entry: 1, reference, amountCents: cents(amount) },
});
const parts = ({ matched: { matches, creditCents } }: ReturnType<typeof payInto>) => ({
  paid: matches.map(({ number, amountCents }) => [number, amountCents]),
  creditCents,
});

describe('a previewed transfer', () => {
  it('pays the oldest period first, and the next one the rest', () => {
    const book = closed(100, 50);
    expect(outstandingOf(book)).toBe(150n);
    const first = payInto(book, incoming('A', 120), now);
    expect(parts(first)).toEqual({
      paid: [
        [1, 100n],
        [2, 20n],
      ],
      creditCents: 0n,
    });
    expect(outstandingOf(first.book)).toBe(30n);
    const second = payInto(first.book, incoming('B', 40), now);
    expect(parts(second)).toEqual({ paid: [[2, 30n]], creditCents: 10n });
    expect(outstandingOf(second.book)).toBe(0n);
  });
});
