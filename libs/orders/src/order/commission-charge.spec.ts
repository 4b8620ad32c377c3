import { describe, expect, it } from '@jest/globals';
import { given } from '../../../../test/support/given.js';
import type { BrokerOrder } from '#broker/broker-records.js';
import { billionths, cents } from '#kernel/money.js';
import { recordLatest, recordOrder } from './broker-update.decide.js';
import type { OrderEvent } from './order.events.js';
import { accepted, noon, requested, started, terms, whole } from './order.examples.js';
import { orders } from './order.state.js';

const collected = {
  type: 'OrderRequested',
  data: { ...terms, commissionCollection: 'settlement', at: noon.toISOString() },
} as const;
const placed = [collected, started, accepted] as const;
const free = [requested, started, accepted] as const;

const report = (status: string, filled: number, price: string | null = '200'): BrokerOrder => ({
  ...{ id: 'b-1', clientOrderId: 'o-1', status, reason: null },
  ...{ filledQuantity: billionths(filled), filledAveragePrice: price },
});
const HALF = 500_000_000;
const FIFTH = 200_000_000;

/** Charges of the events that the broker's reports lead to, in cents. */
const chargesOf = (first: readonly OrderEvent[], ...reports: BrokerOrder[]) => {
  const events: OrderEvent[] = [...first];
  for (const order of reports) {
    const { state } = given(orders, ...events);
    const found = recordOrder({ kind: 'order', order }, noon)(state);
    events.push(...(found.length > 0 ? found : recordLatest(order, noon)(state)));
  }
  return events.flatMap(({ data }) =>
    'charge' in data && data.charge !== undefined
      ? [[Number(data.charge.amountCents), data.charge.isCorrection]]
      : [],
  );
};

describe('the commission of an order', () => {
  it.each(['filled', 'canceled', 'expired', 'rejected'])(
    'is charged for the filled part when the order is %s',
    (status) =>
      expect(chargesOf(placed, report('partially_filled', FIFTH), report(status, HALF))).toEqual([
        [50, false],
      ]),
  );
  it('is charged for a part that was reported before the rejection', () =>
    expect(chargesOf(placed, report('partially_filled', FIFTH), report('rejected', FIFTH))).toEqual(
      [[20, false]],
    ));
  it('is not charged while the order is open', () =>
    expect(chargesOf(placed, report('partially_filled', FIFTH))).toEqual([]));
  it('is not charged without a fill', () =>
    expect(chargesOf(placed, report('canceled', 0, null))).toEqual([]));
  it('is not charged if nobody collects commissions', () =>
    expect(chargesOf(free, report('filled', HALF), report('canceled', FIFTH))).toEqual([]));
});

describe('a correction of an ended order', () => {
  it('is charged as the difference', () =>
    expect(
      chargesOf(placed, report('filled', HALF), report('canceled', FIFTH), report('filled', HALF)),
    ).toEqual([
      [50, false],
      [-30, true],
      [30, true],
    ]));
  it('is a correction even if the end was free', () =>
    expect(chargesOf(placed, report('canceled', 0, null), report('filled', HALF))).toEqual([
      [50, true],
    ]));
  it('is charged when the order is open again, and when it ends again', () =>
    expect(
      chargesOf(
        placed,
        report('filled', HALF),
        report('partially_filled', FIFTH),
        report('filled', HALF),
      ),
    ).toEqual([
      [50, false],
      [-30, true],
      [30, true],
    ]));
  it('sums up in the state', () => {
    const end = { ...terms, ...whole, at: noon.toISOString() };
    const charge = (amount: number, isCorrection: boolean) => ({
      charge: { amountCents: cents(amount), isCorrection },
    });
    const first = { type: 'OrderFilled', data: { ...end, ...charge(50, false) } } as const;
    const less = { ...end, ...charge(-30, true), status: 'canceled', reason: '' } as const;
    const { state } = given(orders, ...placed, first, { type: 'OrderCorrected', data: less });
    expect(state).toMatchObject({ chargedCents: 20n });
  });
});
