import { describe, expect, it } from '@jest/globals';
import { billionths, cents } from '#kernel/money.js';
import { rowAfter, rowsAfter } from '../../../../test/support/given.js';
import type { OrderEvent } from '../order/order.events.js';
import * as example from '../order/order.examples.js';
import { orderView } from './order.view.js';
import { ORDER_STATUSES, type OrderRow, orderRows, userOrders } from './user-orders.projection.js';

const { accepted, canceled, cancelRequested, corrected, expired, filled } = example;
const { partiallyFilled, rejected, requested, started, terms, tradesCorrected } = example;

const text = (...events: OrderEvent[]) =>
  JSON.stringify(orderView(rowAfter(orderRows, ...events) as OrderRow));
const shown = (...events: OrderEvent[]) =>
  JSON.parse(text(requested, ...events)) as Record<string, unknown>;

describe('an order as partners see it', () => {
  it('spells the amount as the interface does', () =>
    expect(shown()).toMatchObject({
      ...{ ammount: 100, qty: 0, commission: 0, status: 'pending', statusReason: '' },
      ...{ filledQty: 0, filledAvgPrice: null },
    }));
  it.each<[string, string, OrderEvent[]]>([
    ['shows a requested cancellation', 'submitted', [started, cancelRequested]],
    ['shows the request after a fill too', 'filled', [started, accepted, cancelRequested, filled]],
  ])('%s', (_, status, events) =>
    expect(shown(...events)).toMatchObject({
      status,
      statusReason: expect.stringMatching(/^Cancellation requested/),
    }),
  );
  it('is listed with other orders', () => {
    const other = { ...requested, data: { ...requested.data, orderId: 'o-2' } } as OrderEvent;
    expect(rowsAfter(userOrders, requested, other, started)['orderRows']).toMatchObject([
      { id: 'o-1', status: 'submitted' },
      { id: 'o-2', status: 'pending' },
    ]);
  });
  it('keeps every digit of a quantity', () => {
    const quantityBillionths = billionths('123456789123456789');
    const event = { type: 'OrderRequested', data: { ...requested.data, ...terms } } as const;
    const data = { ...event.data, quantityBillionths };
    expect(text({ ...event, data })).toContain('"qty":123456789.123456789,');
  });
  it.each([
    ['submitted', [started]],
    ['accepted', [started, accepted]],
    ['partially_filled', [started, accepted, partiallyFilled]],
    ['filled', [started, accepted, partiallyFilled, filled]],
    ['rejected', [started, rejected]],
    ['canceled', [started, accepted, canceled]],
    ['expired', [started, accepted, expired]],
    ['canceled', [started, accepted, filled, corrected]],
    ['accepted', [started, accepted, cancelRequested]],
  ] as const)('is %s', (status, events) => expect(shown(...events)).toMatchObject({ status }));
  it('shows the times of the request and of the last change', () => {
    const later = '2026-03-16T12:00:05.000Z';
    expect(shown()).toMatchObject({ createdAt: example.at, updatedAt: example.at });
    for (const event of [started, cancelRequested, filled, corrected]) {
      const changed = { ...event, data: { ...event.data, at: later } } as OrderEvent;
      expect(shown(changed)).toMatchObject({ createdAt: example.at, updatedAt: later });
    }
  });
  it('can be filtered by every status', () =>
    expect(ORDER_STATUSES).toEqual([
      ...['pending', 'submitted', 'accepted', 'partially_filled'],
      ...['filled', 'rejected', 'canceled', 'expired'],
    ]));
  it('shows the fill, its price and its commission', () =>
    expect(shown(started, accepted, filled)).toMatchObject({
      ...{ filledQty: 0.5, filledAvgPrice: 200, commission: 0.5 },
    }));
  it('shows price and commission after a correction of only the price', () => {
    const data = { ...corrected.data, ...filled.data, status: 'filled', reason: 'Corrected' };
    const cheaper = { averagePrice: '100', commissionCents: cents(25) };
    const event = { type: 'OrderCorrected', data: { ...data, ...cheaper } } as OrderEvent;
    expect(shown(started, accepted, filled, event)).toMatchObject({
      ...{ status: 'filled', filledQty: 0.5, filledAvgPrice: 100, commission: 0.25 },
    });
  });
  it('shows the remaining fill after broken trades, also after an end', () => {
    for (const history of [
      [partiallyFilled],
      [partiallyFilled, filled],
      [partiallyFilled, canceled],
    ])
      expect(shown(started, accepted, ...history, tradesCorrected)).toMatchObject({
        ...{ status: 'partially_filled', filledQty: 0.2, filledAvgPrice: 200, commission: 0 },
      });
  });
  it('charges no commission before the end', () =>
    expect(shown(started, accepted, partiallyFilled)).toMatchObject({
      ...{ filledQty: 0.2, filledAvgPrice: 200, commission: 0 },
    }));
  it.each([
    ['canceled', [canceled]],
    ['expired', [expired]],
    ['rejected', [partiallyFilled, rejected]],
    ['corrected', [filled, corrected]],
  ])('charges for the filled part of an order that is %s, with the reason', (_, events) => {
    const order = shown(started, accepted, ...events);
    expect(order).toMatchObject({ filledQty: 0.2, commission: 0.2 });
    expect(order['statusReason']).not.toBe('');
  });
});
