import { describe, expect, it } from '@jest/globals';
import { billionths, cents } from '#platform/core/money.js';
import { given, projected } from '../../../../test/support/given.js';
import { orderView } from '../user-orders/order.view.js';
import { userOrders } from '../user-orders/user-orders.projection.js';
import { placeOrder, recordOrder, startOrder } from './order.decide.js';
import * as example from './order.examples.js';
import { orders } from './order.state.js';

const { accepted, canceled, filled, noon, partiallyFilled, rejected, requested, started, terms } =
  example;

const says = (status: string, filledQuantity = 0n, reason: string | null = null) =>
  ({
    kind: 'order',
    order: {
      id: 'b-1',
      clientOrderId: 'o-1',
      status,
      filledQuantity: billionths(filledQuantity),
      filledAveragePrice: filledQuantity === 0n ? null : '200',
      reason,
    },
  }) as const;

const WHOLE = 500_000_000n;
const PART = 200_000_000n;

describe('placing an order', () => {
  it('records it', () => given(orders).when(placeOrder(terms, noon)).then(requested));
  it('ignores a repeat', () =>
    given(orders, requested, started).when(placeOrder(terms, noon)).thenNothing());
  it.each([
    { symbol: 'MSFT' },
    { userId: 'u-2' },
    { amountCents: cents(1) },
    { quantityBillionths: billionths(1) },
    { side: 'sell' as const },
  ])('refuses the externalId for another order: %j', (other) =>
    given(orders, requested)
      .when(placeOrder({ ...terms, ...other }, noon))
      .thenRefused('external_id_already_exists'),
  );
});

describe('sending it', () => {
  it('fences', () => given(orders, requested).when(startOrder(noon)).then(started));
  it('never sends what the broker has', () =>
    given(orders, requested, started, accepted).when(startOrder(noon)).thenNothing());
});

describe('recording what the broker says', () => {
  const sent = [requested, started] as const;
  it('accepts', () =>
    given(orders, ...sent)
      .when(recordOrder(says('new'), noon))
      .then(accepted));
  it('accepts and fills at once', () =>
    given(orders, ...sent)
      .when(recordOrder(says('filled', WHOLE), noon))
      .then(accepted, filled));
  it('fills in part, with the commission of the part', () =>
    given(orders, ...sent, accepted)
      .when(recordOrder(says('partially_filled', PART), noon))
      .then(partiallyFilled));
  it('keeps nothing new of the same part', () =>
    given(orders, ...sent, accepted, partiallyFilled)
      .when(recordOrder(says('partially_filled', PART), noon))
      .thenNothing());
  it('ignores a look-up that was overtaken', () =>
    given(orders, ...sent, accepted, partiallyFilled)
      .when(recordOrder(says('new'), noon))
      .thenNothing());
  it('keeps the filled part of a cancelled order', () =>
    given(orders, ...sent, accepted, partiallyFilled)
      .when(recordOrder(says('canceled', PART), noon))
      .then(canceled));
  it('rejects on a refusal', () =>
    given(orders, ...sent)
      .when(recordOrder({ kind: 'refused', reason: 'asset "HALT" is not tradable' }, noon))
      .then(rejected));
  it('is final once', () =>
    given(orders, ...sent, accepted, filled)
      .when(recordOrder(says('canceled', PART), noon))
      .thenNothing());
});

describe('an order as partners see it', () => {
  const shown = (...events: (typeof requested)[]) =>
    orderView(projected(userOrders, requested, ...events).docs['o-1'] ?? {});
  it('spells the amount as the interface does', () =>
    expect(shown()).toMatchObject({ ammount: 100, qty: 0, commission: 0, status: 'pending' }));
  it.each([
    ['submitted', [started]],
    ['accepted', [started, accepted]],
    ['partially_filled', [started, accepted, partiallyFilled]],
    ['filled', [started, accepted, partiallyFilled, filled]],
    ['rejected', [started, rejected]],
    ['canceled', [started, accepted, canceled]],
  ])('is %s', (status, events) => expect(shown(...events)).toMatchObject({ status }));
  it('shows what was filled, at which price, for which commission', () =>
    expect(shown(started, accepted, filled)).toMatchObject({
      filledQty: 0.5,
      filledAvgPrice: 200,
      commission: 0.5,
    }));
});
