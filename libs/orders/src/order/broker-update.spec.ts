import { describe, expect, it } from '@jest/globals';
import type { BrokerOrder } from '#broker/broker-records.js';
import { billionths, cents } from '#kernel/money.js';
import { given } from '../../../../test/support/given.js';
import { cancelOrder, followOrder } from '../jobs.js';
import { compareStatus, recordLatest, recordOrder } from './broker-update.decide.js';
import * as example from './order.examples.js';
import type { OrderEvent } from './order.events.js';
import { orderPolicy } from './order.policy.js';
import { OrderDiffers } from './order-consistency.js';
import { type RequestedOrder, orders } from './order.state.js';
import { BROKER_REPLICA_LAG_MAX_MS } from './broker-update.decide.js';

const { accepted, canceled, cancelRequested, canceledUnsent, closeRequested } = example;
const { corrected, expired } = example;
const { filled, noon, partiallyFilled, rejected, requested, started } = example;

const WHOLE = 500_000_000n;
const PART = 200_000_000n;

const reportOf = (status: string, filledQuantity = 0n, reason: string | null = null) => ({
  id: 'b-1',
  clientOrderId: 'o-1',
  status,
  filledQuantity: billionths(filledQuantity),
  filledAveragePrice: filledQuantity === 0n ? null : '200',
  reason,
});
const says = (...report: Parameters<typeof reportOf>) =>
  ({ kind: 'order', order: reportOf(...report) }) as const;
const HALTED = 'asset "HALT" is not tradable';
const refuses = { kind: 'refused', reason: HALTED } as const;
const sent = [requested, started] as const;
const reasonsOf = (events: readonly { data: object }[]) =>
  events.map(({ data }) => ('reason' in data ? data.reason : null));

describe('recording a report of the broker', () => {
  it.each(['new', 'accepted', 'pending_new', 'held', 'an unknown status'])(
    'accepts the order on %s',
    (status) =>
      given(orders, ...sent)
        .when(recordOrder(says(status), noon))
        .then(accepted),
  );
  it('accepts and fills at once', () =>
    given(orders, ...sent)
      .when(recordOrder(says('filled', WHOLE), noon))
      .then(accepted, filled));
  it.each<[string, bigint, string | null]>([
    ['a fill without a price', WHOLE, null],
    ['the status filled without a fill', 0n, null],
    ['millions of shares at no cost', 999_999_000_000_000n, '0'],
    ['millions of shares at a tiny price', 999_999_000_000_000n, '0.000001'],
    ['a complete fill of a tiny quantity', 1n, '200'],
    ['a quantity of millions', 999_999_000_000_000n, '200'],
    ['a price of millions', WHOLE, '2000000'],
    ['twice the amount', 2n * WHOLE, '200'],
  ])('does not book %s', (_, filledQuantity, filledAveragePrice) => {
    const figures = { filledQuantity: billionths(filledQuantity), filledAveragePrice };
    const order = { ...reportOf('filled'), ...figures };
    const state = [...sent, accepted].reduce(orders.evolve, orders.initial);
    const decide = recordOrder({ kind: 'order', order }, noon);
    expect(() => decide(state)).toThrow(OrderDiffers);
    expect(() => recordLatest(order, noon)(state)).toThrow(OrderDiffers);
    expect(compareStatus(state as RequestedOrder, order)).toBe('diverged');
  });
  it.each<[string, bigint, string | null]>([
    ['with a small fill that was reported earlier', PART, '200'],
    ['with an empty fill after a small one', 0n, null],
  ])('does not book a complete fill %s', (_, filledQuantity, filledAveragePrice) => {
    const figures = { filledQuantity: billionths(filledQuantity), filledAveragePrice };
    const order = { ...reportOf('filled'), ...figures };
    const state = [...sent, accepted, partiallyFilled].reduce(orders.evolve, orders.initial);
    expect(() => recordLatest(order, noon)(state)).toThrow(OrderDiffers);
  });
  describe('a complete fill with too small a value', () => {
    const ofPart = { ...reportOf('filled', PART), filledAveragePrice: '200' };
    const at = (minutesBefore: number) => ({
      ...ofPart,
      updatedAt: new Date(noon.getTime() - minutesBefore * 60_000).toISOString(),
    });
    const known = given(orders, ...sent, accepted);

    it.each<[string, BrokerOrder]>([
      ['while it is fresh', at(60)],
      ['without a time', ofPart],
    ])('is rejected %s', (_, report) => {
      expect(() => recordLatest(report, noon)(known.state)).toThrow(OrderDiffers);
    });
    it('is accepted if it persists for an hour: trades were broken before a lookup', () => {
      known.when(recordLatest(at(61), noon)).thenTypes('OrderFilled');
    });
    it('is always rejected without a fill', () => {
      const nothing = { ...at(6_000), filledQuantity: billionths(0n), filledAveragePrice: null };
      expect(() => recordLatest(nothing, noon)(known.state)).toThrow(OrderDiffers);
    });
  });
  it.each([
    ['another symbol', { symbol: 'TSLA' }, 'says TSLA, not AAPL'],
    ['the other side', { side: 'sell' }, 'says sell, not buy'],
    ['a negative quantity', { filledQuantity: billionths(-1n) }, 'filled -0.000000001'],
  ])('does not book a report of %s', (_, about, inconsistency) => {
    const order = { ...says('filled', WHOLE).order, ...about };
    const state = [...sent, accepted].reduce(orders.evolve, orders.initial);
    expect(() => recordOrder({ kind: 'order', order }, noon)(state)).toThrow(OrderDiffers);
    expect(() => recordOrder({ kind: 'order', order }, noon)(state)).toThrow(inconsistency);
    expect(compareStatus(state as RequestedOrder, order)).toBe('diverged');
  });
  it.each([
    ['half of the amount', 250_000_000n, '200'],
    ['one and a half times the amount', 750_000_000n, '200'],
  ])('books a complete fill of %s', (_, filledQuantity, filledAveragePrice) => {
    const figures = { filledQuantity: billionths(filledQuantity), filledAveragePrice };
    given(orders, ...sent, accepted)
      .when(recordOrder({ kind: 'order', order: { ...reportOf('filled'), ...figures } }, noon))
      .thenTypes('OrderFilled');
  });
  it('compares symbol and side in any case', () => {
    const order = { ...says('filled', WHOLE).order, symbol: 'aapl', side: 'BUY' };
    given(orders, ...sent, accepted)
      .when(recordOrder({ kind: 'order', order }, noon))
      .then(filled);
  });
  describe('about an order by quantity', () => {
    const quantity = { quantityBillionths: billionths(WHOLE), amountCents: cents(0) };
    const ofQuantity = { ...requested, data: { ...requested.data, ...quantity } } as OrderEvent;
    const bookOf =
      (filledQuantity: bigint, filledAveragePrice: string, ...before: readonly OrderEvent[]) =>
      () => {
        const state = [ofQuantity, started, accepted, ...before].reduce(
          orders.evolve,
          orders.initial,
        );
        const figures = { filledQuantity: billionths(filledQuantity), filledAveragePrice };
        const order = { ...reportOf('filled'), ...figures };
        return recordLatest(order, noon)(state);
      };

    it.each(['10000001', '0.000099'])('books the requested quantity at %s', (price) => {
      expect(bookOf(WHOLE, price)()).toMatchObject([{ type: 'OrderFilled' }]);
    });
    it.each<[string, bigint, string, string]>([
      ['a larger quantity', WHOLE + 1n, '200', 'filled 0.500000001, not 0.5'],
      ['a smaller complete fill', WHOLE - 1n, '200', 'is filled with 0.499999999, not 0.5'],
    ])('does not book %s', (_, filledQuantity, price, inconsistency) => {
      expect(bookOf(filledQuantity, price)).toThrow(inconsistency);
    });
    it.each([
      ['the known partial quantity', PART],
      ['less than the known partial quantity', PART - 1n],
      ['more, but not all', WHOLE - 1n],
    ])('does not book a complete fill of %s', (_, filledQuantity) => {
      expect(bookOf(filledQuantity, '200', partiallyFilled)).toThrow('is filled with');
    });
    it('books less after trades were broken', () => {
      expect(bookOf(PART, '200', filled)()).toMatchObject([{ type: 'OrderCorrected' }]);
    });
  });
  it('records a partial fill with its commission', () =>
    given(orders, ...sent, accepted)
      .when(recordOrder(says('partially_filled', PART), noon))
      .then(partiallyFilled));
  it('records the fill of the rest', () =>
    given(orders, ...sent, accepted, partiallyFilled)
      .when(recordOrder(says('filled', WHOLE), noon))
      .then(filled));
  it('ignores the same partial fill', () =>
    given(orders, ...sent, accepted, partiallyFilled)
      .when(recordOrder(says('partially_filled', PART), noon))
      .thenNothing());
  it('ignores an outdated lookup', () =>
    given(orders, ...sent, accepted, partiallyFilled)
      .when(recordOrder(says('new'), noon))
      .thenNothing());
  it('keeps the filled part of a canceled order', () =>
    given(orders, ...sent, accepted)
      .when(recordOrder(says('canceled', PART), noon))
      .then(canceled));
  it.each(['expired', 'done_for_day'])('keeps the filled part of an order that is %s', (status) =>
    given(orders, ...sent, accepted)
      .when(recordOrder(says(status, PART), noon))
      .then(expired),
  );
  it('rejects the order on a rejection', () =>
    given(orders, ...sent)
      .when(recordOrder(refuses, noon))
      .then(rejected));
  it('rejects the order later, and keeps its fills', () =>
    given(orders, ...sent, accepted)
      .when(recordOrder(says('rejected', PART, 'asset "HALT" is not tradable'), noon))
      .then(partiallyFilled, rejected));
  it('ignores a rejection if the broker has the order', () =>
    given(orders, ...sent, accepted)
      .when(recordOrder(refuses, noon))
      .thenNothing());
});

describe('a status of the broker', () => {
  it('is ignored if the order was never requested', () => {
    given(orders)
      .when(recordOrder(says('filled', WHOLE), noon))
      .thenNothing();
    given(orders).when(recordOrder(refuses, noon)).thenNothing();
  });
  it('that rejects an order is ignored after the order was given up', () =>
    given(orders, requested, started, cancelRequested, canceledUnsent)
      .when(recordOrder(refuses, noon))
      .thenNothing());
  it('that is outdated does not cancel a filled order', () =>
    given(orders, ...sent, accepted, partiallyFilled)
      .when(recordOrder(says('canceled'), noon))
      .thenNothing());
});

describe('the reason of an end', () => {
  const reason = (report: ReturnType<typeof says>, ...history: (typeof requested)[]) =>
    reasonsOf(recordOrder(report, noon)(given(orders, ...sent, accepted, ...history).state));
  it.each([
    ['the broker’s text about the request', says('rejected', 0n, HALTED), [], HALTED],
    [
      'the service’s text if the broker’s text says more',
      says('canceled', 0n, 'fraud'),
      [],
      'Canceled at the broker',
    ],
    ['the partner’s request', says('canceled'), [cancelRequested], 'Canceled at your request'],
    ['the operator’s request', says('canceled'), [closeRequested], 'Canceled by the operator'],
    ['the broker, without a reason', says('canceled'), [], 'Canceled at the broker'],
    ['another order', says('replaced'), [], 'Replaced at the broker by another order'],
    ['the end of the day', says('expired'), [], 'Not filled by the end of the day'],
    ['a rejection without a reason', says('rejected'), [], 'The broker rejected the order'],
    [
      'the service’s text if the broker’s text is empty',
      says('canceled', 0n, ''),
      [],
      'Canceled at the broker',
    ],
  ])('is %s', (_, report, history, expected) =>
    expect(reason(report, ...history)).toEqual([expected]),
  );
  it('keeps the broker’s text in addition to the service’s, unless it is empty', () => {
    const { state } = given(orders, ...sent, accepted);
    const dataOf = (word: string) => recordOrder(says('canceled', 0n, word), noon)(state)[0]!.data;
    expect(dataOf('fraud')).toHaveProperty('brokerReason', 'fraud');
    expect(dataOf('')).not.toHaveProperty('brokerReason');
  });
});

describe('an order that had ended', () => {
  const ended = [...sent, accepted, filled] as const;
  it.each([
    ['the same fill', says('filled', WHOLE)],
    ['an outdated smaller fill', says('partially_filled', PART)],
    ['an open status', says('new')],
  ])('is unchanged when the broker reports %s', (_, report) =>
    given(orders, ...ended)
      .when(recordOrder(report, noon))
      .thenNothing(),
  );
  it('is corrected when a trade was broken', () =>
    given(orders, ...ended)
      .when(recordOrder(says('canceled', PART, 'busted'), noon))
      .then(corrected));
  it('is corrected when only its end changed', () => {
    const events = recordOrder(says('expired', WHOLE), noon)(given(orders, ...ended).state);
    expect(events).toMatchObject([{ type: 'OrderCorrected', data: { status: 'expired' } }]);
  });
  it.each([
    ['filled', WHOLE, 'Corrected by the broker'],
    ['expired', PART, 'Not filled by the end of the day'],
  ])('is corrected to %s, with a reason', (status, quantity, reason) => {
    const { state } = given(orders, ...sent, accepted, canceled);
    const events = recordOrder(says(status, quantity), noon)(state);
    expect(events).toMatchObject([{ type: 'OrderCorrected', data: { status, reason } }]);
  });
  it('is corrected once', () =>
    given(orders, ...ended, corrected)
      .when(recordOrder(says('canceled', PART, 'busted'), noon))
      .thenNothing());
  it.each(['200.000000001', '199.99'])(
    'is corrected when only its price changed to %s',
    (price) => {
      const { order, kind } = says('filled', WHOLE);
      const { state } = given(orders, ...ended);
      const changed = { ...order, filledAveragePrice: price };
      const events = recordOrder({ kind, order: changed }, noon)(state);
      const data = { status: 'filled', filledBillionths: WHOLE, averagePrice: price };
      expect(events).toMatchObject([{ type: 'OrderCorrected', data }]);
      given(orders, ...ended, ...events)
        .when(recordOrder({ kind, order: changed }, noon))
        .thenNothing();
    },
  );
  it('charges by the price after the correction', () => {
    const { order, kind } = says('filled', WHOLE);
    const { state } = given(orders, ...ended);
    const cheaper = { ...order, filledAveragePrice: '100' };
    const [event] = recordOrder({ kind, order: cheaper }, noon)(state);
    expect(event?.data).toMatchObject({ commissionCents: cents(25) });
  });
  it('is corrected when it was given up and then filled', () =>
    given(orders, requested, started, cancelRequested, canceledUnsent)
      .when(recordOrder(says('filled', WHOLE), noon))
      .thenTypes('OrderCorrected'));
  it('charges for the filled quantity after the correction', () => {
    const { state } = given(orders, ...ended);
    const [event] = recordOrder(says('filled', PART), noon)(state);
    expect(event?.data).toMatchObject({ filledBillionths: PART, commissionCents: cents(20) });
  });
});

describe('a lookup that began after every known event', () => {
  const latest = (report: ReturnType<typeof says>) => recordLatest(report.order, noon);
  const open = [...sent, accepted] as const;
  it('is recorded as usual if it reports progress', () => {
    given(orders, ...open)
      .when(latest(says('partially_filled', PART)))
      .then(partiallyFilled);
    given(orders, ...open)
      .when(latest(says('filled', WHOLE)))
      .then(filled);
    given(orders)
      .when(latest(says('filled', WHOLE)))
      .thenNothing();
    return given(orders, ...open, partiallyFilled)
      .when(latest(says('partially_filled', PART)))
      .thenNothing();
  });
  it.each([
    ['partially_filled', 100_000_000n],
    ['accepted', 0n],
  ])('corrects the trades of an open order: %s', (status, quantity) => {
    const report = says(status === 'accepted' ? 'new' : status, quantity);
    const known = [...open, partiallyFilled] as const;
    const events = latest(report)(given(orders, ...known).state);
    const data = {
      status,
      filledBillionths: quantity,
      averagePrice: report.order.filledAveragePrice,
    };
    expect(events).toMatchObject([{ type: 'OrderTradesCorrected', data }]);
    const { state } = given(orders, ...known, ...events);
    expect(state).toMatchObject({ ...data, brokerOrderId: 'b-1' });
    return given(orders, ...known, ...events)
      .when(latest(report))
      .thenNothing();
  });
  it('corrects only the price of an open order', () => {
    const { order } = says('partially_filled', PART);
    const { state } = given(orders, ...open, partiallyFilled);
    const events = recordLatest({ ...order, filledAveragePrice: '199' }, noon)(state);
    expect(events).toMatchObject([
      {
        type: 'OrderTradesCorrected',
        data: {
          orderId: 'o-1',
          averagePrice: '199',
          filledBillionths: PART,
          reason: 'Corrected by the broker',
        },
      },
    ]);
  });
  it.each([
    ['new', 0n, 'accepted'],
    ['partially_filled', PART, 'partially_filled'],
  ])('reopens a filled order that is %s at the broker', (word, quantity, status) => {
    const events = latest(says(word, quantity))(given(orders, ...open, filled).state);
    expect(events).toMatchObject([
      { type: 'OrderTradesCorrected', data: { status, filledBillionths: quantity } },
    ]);
    return given(orders, ...open, filled, ...events)
      .when(latest(says('filled', WHOLE)))
      .then(filled);
  });
  it.each([
    ['filled before the cancellation arrived', [cancelRequested, filled]],
    ['canceled as requested', [cancelRequested, canceled]],
  ])('cancels a reopened order again: %s', (_, history) => {
    const known = given(orders, ...open, ...history).state;
    const events = latest(says('partially_filled', 1n))(known);
    expect(events).toMatchObject([{ type: 'OrderTradesCorrected', data: { cancelAgain: true } }]);
    expect(orderPolicy(events[0]!)).toEqual([
      expect.objectContaining({ kind: 'schedule', job: followOrder }),
      { kind: 'enqueue', job: cancelOrder, id: 'o-1' },
      expect.objectContaining({ kind: 'schedule', job: cancelOrder }),
    ]);
  });
  it.each([
    ['nobody canceled', [filled]],
    ['is already being canceled', [partiallyFilled, cancelRequested]],
  ])('does not cancel an order that %s', (_, history) => {
    const known = given(orders, ...open, ...history).state;
    const [event] = latest(says('partially_filled', 1n))(known);
    expect(event?.data).not.toHaveProperty('cancelAgain');
    expect(orderPolicy(event!)).toMatchObject([{ kind: 'schedule', job: followOrder }]);
  });
  it('reopens an order that ended with the same partial fill', () => {
    const events = latest(says('partially_filled', PART))(given(orders, ...open, canceled).state);
    expect(events).toMatchObject([
      { type: 'OrderTradesCorrected', data: { status: 'partially_filled' } },
    ]);
    return given(orders, ...open, canceled, ...events)
      .when(latest(says('filled', WHOLE)))
      .then(filled);
  });
  it.each([
    ['canceled', 'OrderCanceled'],
    ['expired', 'OrderExpired'],
  ])('ends the order with a smaller fill: %s', (status, type) => {
    const events = latest(says(status, 1n))(given(orders, ...open, partiallyFilled).state);
    expect(events).toMatchObject([{ type, data: { filledBillionths: 1n } }]);
  });
  it('rejects the order with a smaller fill, and records the fill', () =>
    given(orders, ...open, partiallyFilled)
      .when(latest(says('rejected', 1n)))
      .thenTypes('OrderPartiallyFilled', 'OrderRejected'));
  it('ignores an order that was given up and is open at the broker: it is canceled first', () =>
    given(orders, requested, started, cancelRequested, canceledUnsent)
      .when(latest(says('new')))
      .thenNothing());
});

describe('the comparison of an order with the broker’s report', () => {
  const sentOut = [...sent, accepted] as const;
  const givenUp = [requested, started, cancelRequested, canceledUnsent] as const;
  const histories: readonly [string, readonly OrderEvent[], ReturnType<typeof says>, string][] = [
    ['open in both', sentOut, says('new'), 'same'],
    ['filled in both', [...sentOut, filled], says('filled', WHOLE), 'same'],
    ['less filled at the broker', [...sentOut, partiallyFilled], says('new'), 'stale'],
    ['more filled at the broker', sentOut, says('partially_filled', PART), 'stale'],
    ['filled only at the broker', sentOut, says('filled', WHOLE), 'stale'],
    ['not known to have arrived', sent, says('new'), 'stale'],
    ['filled only in the log', [...sentOut, filled], says('new'), 'diverged'],
    ['filled with less at the broker', [...sentOut, filled], says('filled', PART), 'diverged'],
    ['given up in the log, and open at the broker', givenUp, says('new'), 'diverged'],
    ['given up in the log, and filled at the broker', givenUp, says('filled', WHOLE), 'diverged'],
  ];
  it.each(histories)('%s', (_, history, { order }, comparison) => {
    const { state } = given(orders, ...history);
    expect(compareStatus(state as RequestedOrder, order)).toBe(comparison);
  });
});

describe('a response of a lagging replica', () => {
  const at = (second: number) => ({ updatedAt: `2026-03-16T12:00:0${second}.000Z` });
  const says = (status: string, filledQuantity: bigint, second: number) => ({
    ...reportOf(status, filledQuantity),
    ...at(second),
  });
  const known = (...events: readonly OrderEvent[]) =>
    given(orders, ...sent, accepted, dated(partiallyFilled, 5), ...events);
  const dated = (event: OrderEvent, second: number) =>
    ({ ...event, data: { ...event.data, brokerUpdatedAt: at(second).updatedAt } }) as OrderEvent;

  it('does not change an open order', () =>
    known()
      .when(recordLatest(says('accepted', 0n, 4), noon))
      .thenNothing());
  it('does not change an ended order', () => {
    known(dated(filled, 6))
      .when(recordLatest(says('canceled', PART, 5), noon))
      .thenNothing();
    known(dated(filled, 6))
      .when(recordLatest(says('partially_filled', PART, 5), noon))
      .thenNothing();
  });
  it('does not end an order', () =>
    known()
      .when(recordOrder({ kind: 'order', order: says('canceled', PART, 4) }, noon))
      .thenNothing());
  it.each([5, 6])('counts if it is not older: %i', (second) =>
    known()
      .when(recordLatest(says('accepted', 0n, second), noon))
      .thenTypes('OrderTradesCorrected'),
  );
  it('cannot be recognized if either report lacks a time', () => {
    given(orders, ...sent, accepted, partiallyFilled)
      .when(recordLatest(says('accepted', 0n, 4), noon))
      .thenTypes('OrderTradesCorrected');
    known()
      .when(recordLatest(reportOf('accepted', 0n), noon))
      .thenTypes('OrderTradesCorrected');
  });
  it('is compared with the latest known time, even if a later report lacks one', () => {
    const [event] = recordLatest(says('filled', WHOLE, 7), noon)(known().state);
    expect(event).toMatchObject({ data: { brokerUpdatedAt: at(7).updatedAt } });
    expect(known(filled).state).toMatchObject({ brokerUpdatedAt: at(5).updatedAt });
  });
  it.each([
    ['of another clock', at(4).updatedAt],
    ['a century ahead', '2126-01-01T00:00:00.000Z'],
  ])('counts after the longest lag, whatever its time: %s', (_, kept) => {
    const data = { ...partiallyFilled.data, brokerUpdatedAt: kept };
    const known = given(orders, ...sent, accepted, { ...partiallyFilled, data } as OrderEvent);
    const after = (ms: number) => new Date(noon.getTime() + ms);
    const filledAt = { kind: 'order', order: says('filled', WHOLE, 3) } as const;
    for (const record of [
      (now: Date) => recordLatest(filledAt.order, now),
      (now: Date) => recordOrder(filledAt, now),
    ]) {
      known.when(record(after(BROKER_REPLICA_LAG_MAX_MS))).thenNothing();
      known.when(record(after(BROKER_REPLICA_LAG_MAX_MS + 1))).thenTypes('OrderFilled');
    }
  });
  it('counts after the longest lag even if the latest report had no time', () => {
    const later = new Date(noon.getTime() + BROKER_REPLICA_LAG_MAX_MS + 1);
    const first = { ...partiallyFilled.data, brokerUpdatedAt: at(4).updatedAt };
    const last = { ...partiallyFilled.data, at: later.toISOString() };
    given(orders, ...[...sent, accepted, { ...partiallyFilled, data: first } as OrderEvent], {
      ...partiallyFilled,
      data: last,
    } as OrderEvent)
      .when(recordLatest(says('filled', WHOLE, 3), later))
      .thenTypes('OrderFilled');
  });
  it('is a difference for an audit', () => {
    const order = known(dated(filled, 6)).state as RequestedOrder;
    expect(compareStatus(order, says('canceled', PART, 5))).toBe('diverged');
  });
});
