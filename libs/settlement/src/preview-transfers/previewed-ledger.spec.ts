import { describe, expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { after, midnight, totals } from '../ledger/ledger.examples.js';
import { closePeriod, cutOff } from '../ledger/period.decide.js';
import { outstandingOf, payInto } from './previewed-ledger.js';

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
  it('pays the oldest period first, and the next period with the rest', () => {
    const ledger = closed(100, 50);
    expect(outstandingOf(ledger)).toBe(150n);
    const first = payInto(ledger, incoming('A', 120), now);
    expect(parts(first)).toEqual({
      paid: [
        [1, 100n],
        [2, 20n],
      ],
      creditCents: 0n,
    });
    expect(outstandingOf(first.ledger)).toBe(30n);
    const second = payInto(first.ledger, incoming('B', 40), now);
    expect(parts(second)).toEqual({ paid: [[2, 30n]], creditCents: 10n });
    expect(outstandingOf(second.ledger)).toBe(0n);
  });
});
