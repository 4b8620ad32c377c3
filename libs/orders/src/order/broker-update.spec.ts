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

const saidOf = (status: string, filledQuantity = 0n, reason: string | null = null) => ({
  id: 'b-1',
  clientOrderId: 'o-1',
  status,
  filledQuantity: billionths(filledQuantity),
  filledAveragePrice: filledQuantity === 0n ? null : '200',
  reason,
});
const says = (...said: Parameters<typeof saidOf>) =>
  ({ kind: 'order', order: saidOf(...said) }) as const;
const HALTED = 'asset "HALT" is not tradable';
const refuses = { kind: 'refused', reason: HALTED } as const;
const sent = [requested, started] as const;
const reasonsOf = (events: readonly { data: object }[]) =>
  events.map(({ data }) => ('reason' in data ? data.reason : null));

describe('recording what the broker says', () => {
  it.each(['new', 'accepted', 'pending_new', 'held', 'a word nobody knows'])(
    'accepts on %s',
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
    ['an end as filled with nothing filled', 0n, null],
    ['millions of shares for nothing', 999_999_000_000_000n, '0'],
    ['millions of shares for next to nothing', 999_999_000_000_000n, '0.000001'],
    ['a whole fill of next to nothing', 1n, '200'],
    ['a quantity of millions', 999_999_000_000_000n, '200'],
    ['a price of millions', WHOLE, '2000000'],
    ['twice the amount', 2n * WHOLE, '200'],
  ])('books nothing of %s', (_, filledQuantity, filledAveragePrice) => {
    const figures = { filledQuantity: billionths(filledQuantity), filledAveragePrice };
    const order = { ...saidOf('filled'), ...figures };
    const state = [...sent, accepted].reduce(orders.evolve, orders.initial);
    const decide = recordOrder({ kind: 'order', order }, noon);
    expect(() => decide(state)).toThrow(OrderDiffers);
    expect(() => recordLatest(order, noon)(state)).toThrow(OrderDiffers);
    expect(compareStatus(state as RequestedOrder, order)).toBe('apart');
  });
  it.each<[string, bigint, string | null]>([
    ['of a small fill that was reported earlier', PART, '200'],
    ['of an empty fill after a small one', 0n, null],
  ])('books nothing of a whole fill %s', (_, filledQuantity, filledAveragePrice) => {
    const figures = { filledQuantity: billionths(filledQuantity), filledAveragePrice };
    const order = { ...saidOf('filled'), ...figures };
    const state = [...sent, accepted, partiallyFilled].reduce(orders.evolve, orders.initial);
    expect(() => recordLatest(order, noon)(state)).toThrow(OrderDiffers);
  });
  describe('a whole fill of too little', () => {
    const ofPart = { ...saidOf('filled', PART), filledAveragePrice: '200' };
    const at = (minutesBefore: number) => ({
      ...ofPart,
      updatedAt: new Date(noon.getTime() - minutesBefore * 60_000).toISOString(),
    });
    const known = given(orders, ...sent, accepted);

    it.each<[string, BrokerOrder]>([
      ['as long as it is fresh', at(60)],
      ['that tells no time', ofPart],
    ])('is not believed %s', (_, said) => {
      expect(() => recordLatest(said, noon)(known.state)).toThrow(OrderDiffers);
    });
    it('is believed when it still stands an hour later: trades were broken before anybody saw the whole', () => {
      known.when(recordLatest(at(61), noon)).thenTypes('OrderFilled');
    });
    it('is not believed of nothing, however long it stands', () => {
      const nothing = { ...at(6_000), filledQuantity: billionths(0n), filledAveragePrice: null };
      expect(() => recordLatest(nothing, noon)(known.state)).toThrow(OrderDiffers);
    });
  });
  it.each([
    ['another symbol', { symbol: 'TSLA' }, 'says TSLA, not AAPL'],
    ['the other side', { side: 'sell' }, 'says sell, not buy'],
    ['less than nothing', { filledQuantity: billionths(-1n) }, 'filled -0.000000001'],
  ])('books nothing of %s', (_, about, doubt) => {
    const order = { ...says('filled', WHOLE).order, ...about };
    const state = [...sent, accepted].reduce(orders.evolve, orders.initial);
    expect(() => recordOrder({ kind: 'order', order }, noon)(state)).toThrow(OrderDiffers);
    expect(() => recordOrder({ kind: 'order', order }, noon)(state)).toThrow(doubt);
    expect(compareStatus(state as RequestedOrder, order)).toBe('apart');
  });
  it.each([
    ['half of the amount', 250_000_000n, '200'],
    ['half again', 750_000_000n, '200'],
  ])('books a whole fill of %s', (_, filledQuantity, filledAveragePrice) => {
    const figures = { filledQuantity: billionths(filledQuantity), filledAveragePrice };
    given(orders, ...sent, accepted)
      .when(recordOrder({ kind: 'order', order: { ...saidOf('filled'), ...figures } }, noon))
      .thenTypes('OrderFilled');
  });
  it('books what the broker says of the same symbol and side in other letters', () => {
    const order = { ...says('filled', WHOLE).order, symbol: 'aapl', side: 'BUY' };
    given(orders, ...sent, accepted)
      .when(recordOrder({ kind: 'order', order }, noon))
      .then(filled);
  });
  describe('of an order by quantity', () => {
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
        const order = { ...saidOf('filled'), ...figures };
        return recordLatest(order, noon)(state);
      };

    it.each(['10000001', '0.000099'])('books the quantity that was asked for, at %s', (price) => {
      expect(bookOf(WHOLE, price)()).toMatchObject([{ type: 'OrderFilled' }]);
    });
    it.each<[string, bigint, string, string]>([
      ['no more', WHOLE + 1n, '200', 'filled 0.500000001, not 0.5'],
      ['no less as a whole fill', WHOLE - 1n, '200', 'is filled with 0.499999999, not 0.5'],
    ])('books %s', (_, filledQuantity, price, doubt) => {
      expect(bookOf(filledQuantity, price)).toThrow(doubt);
    });
    it.each([
      ['as much as in part before', PART],
      ['less than in part before', PART - 1n],
      ['more, and not all', WHOLE - 1n],
    ])('books no whole fill of %s', (_, filledQuantity) => {
      expect(bookOf(filledQuantity, '200', partiallyFilled)).toThrow('is filled with');
    });
    it('books less after trades of it were broken', () => {
      expect(bookOf(PART, '200', filled)()).toMatchObject([{ type: 'OrderCorrected' }]);
    });
  });
  it('fills in part, with the commission of the part', () =>
    given(orders, ...sent, accepted)
      .when(recordOrder(says('partially_filled', PART), noon))
      .then(partiallyFilled));
  it('fills the rest', () =>
    given(orders, ...sent, accepted, partiallyFilled)
      .when(recordOrder(says('filled', WHOLE), noon))
      .then(filled));
  it('keeps nothing new of the same part', () =>
    given(orders, ...sent, accepted, partiallyFilled)
      .when(recordOrder(says('partially_filled', PART), noon))
      .thenNothing());
  it('ignores a look-up that was overtaken', () =>
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
  it('rejects on a refusal', () =>
    given(orders, ...sent)
      .when(recordOrder(refuses, noon))
      .then(rejected));
  it('rejects later, and keeps what was filled', () =>
    given(orders, ...sent, accepted)
      .when(recordOrder(says('rejected', PART, 'asset "HALT" is not tradable'), noon))
      .then(partiallyFilled, rejected));
  it('never lets a refusal end what the broker has', () =>
    given(orders, ...sent, accepted)
      .when(recordOrder(refuses, noon))
      .thenNothing());
});

describe('a status of the broker', () => {
  it('about an order that nobody asked for is not kept', () => {
    given(orders)
      .when(recordOrder(says('filled', WHOLE), noon))
      .thenNothing();
    given(orders).when(recordOrder(refuses, noon)).thenNothing();
  });
  it('of a refusal comes too late when the order was given up', () =>
    given(orders, requested, started, cancelRequested, canceledUnsent)
      .when(recordOrder(refuses, noon))
      .thenNothing());
  it('that was overtaken does not cancel what is filled since', () =>
    given(orders, ...sent, accepted, partiallyFilled)
      .when(recordOrder(says('canceled'), noon))
      .thenNothing());
});

describe('the reason of an end', () => {
  const reason = (said: ReturnType<typeof says>, ...history: (typeof requested)[]) =>
    reasonsOf(recordOrder(said, noon)(given(orders, ...sent, accepted, ...history).state));
  it.each([
    ['the broker’s own, about what was asked for', says('rejected', 0n, HALTED), [], HALTED],
    [
      'ours where the broker tells more',
      says('canceled', 0n, 'fraud'),
      [],
      'Canceled at the broker',
    ],
    ['the partner’s wish', says('canceled'), [cancelRequested], 'Canceled at your request'],
    ['the operator’s wish', says('canceled'), [closeRequested], 'Canceled by the operator'],
    ['the broker, without a word', says('canceled'), [], 'Canceled at the broker'],
    ['another order', says('replaced'), [], 'Replaced at the broker by another order'],
    ['the end of the day', says('expired'), [], 'Not filled by the end of the day'],
    ['a bare no', says('rejected'), [], 'The broker rejected the order'],
    ['no empty word', says('canceled', 0n, ''), [], 'Canceled at the broker'],
  ])('is %s', (_, said, history, expected) => expect(reason(said, ...history)).toEqual([expected]));
  it('keeps the broker’s reason beside the service’s own, unless it is empty', () => {
    const { state } = given(orders, ...sent, accepted);
    const dataOf = (word: string) => recordOrder(says('canceled', 0n, word), noon)(state)[0]!.data;
    expect(dataOf('fraud')).toHaveProperty('brokerReason', 'fraud');
    expect(dataOf('')).not.toHaveProperty('brokerReason');
  });
});

describe('an order that had ended', () => {
  const ended = [...sent, accepted, filled] as const;
  it.each([
    ['the same', says('filled', WHOLE)],
    ['less, for it was overtaken', says('partially_filled', PART)],
    ['that it is open', says('new')],
  ])('stays as it is when the broker says %s', (_, said) =>
    given(orders, ...ended)
      .when(recordOrder(said, noon))
      .thenNothing(),
  );
  it('is corrected when a trade was broken', () =>
    given(orders, ...ended)
      .when(recordOrder(says('canceled', PART, 'busted'), noon))
      .then(corrected));
  it('is corrected when its end alone is another', () => {
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
  it.each(['200.000000001', '199.99'])('is corrected when %s is its price alone', (price) => {
    const { order, kind } = says('filled', WHOLE);
    const { state } = given(orders, ...ended);
    const changed = { ...order, filledAveragePrice: price };
    const events = recordOrder({ kind, order: changed }, noon)(state);
    const data = { status: 'filled', filledBillionths: WHOLE, averagePrice: price };
    expect(events).toMatchObject([{ type: 'OrderCorrected', data }]);
    given(orders, ...ended, ...events)
      .when(recordOrder({ kind, order: changed }, noon))
      .thenNothing();
  });
  it('charges by the price after the correction', () => {
    const { order, kind } = says('filled', WHOLE);
    const { state } = given(orders, ...ended);
    const cheaper = { ...order, filledAveragePrice: '100' };
    const [event] = recordOrder({ kind, order: cheaper }, noon)(state);
    expect(event?.data).toMatchObject({ commissionCents: cents(25) });
  });
  it('is corrected when it was given up and filled nevertheless', () =>
    given(orders, requested, started, cancelRequested, canceledUnsent)
      .when(recordOrder(says('filled', WHOLE), noon))
      .thenTypes('OrderCorrected'));
  it('charges for what is filled after the correction', () => {
    const { state } = given(orders, ...ended);
    const [event] = recordOrder(says('filled', PART), noon)(state);
    expect(event?.data).toMatchObject({ filledBillionths: PART, commissionCents: cents(20) });
  });
});

describe('what the broker says of an order, asked after all that is known', () => {
  const latest = (said: ReturnType<typeof says>) => recordLatest(said.order, noon);
  const open = [...sent, accepted] as const;
  it('is recorded as ever where it tells more', () => {
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
    const said = says(status === 'accepted' ? 'new' : status, quantity);
    const known = [...open, partiallyFilled] as const;
    const events = latest(said)(given(orders, ...known).state);
    const data = {
      status,
      filledBillionths: quantity,
      averagePrice: said.order.filledAveragePrice,
    };
    expect(events).toMatchObject([{ type: 'OrderTradesCorrected', data }]);
    const { state } = given(orders, ...known, ...events);
    expect(state).toMatchObject({ ...data, brokerOrderId: 'b-1' });
    return given(orders, ...known, ...events)
      .when(latest(said))
      .thenNothing();
  });
  it('corrects the price alone of an open order', () => {
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
  ])('opens a filled order again that is %s at the broker', (word, quantity, status) => {
    const events = latest(says(word, quantity))(given(orders, ...open, filled).state);
    expect(events).toMatchObject([
      { type: 'OrderTradesCorrected', data: { status, filledBillionths: quantity } },
    ]);
    return given(orders, ...open, filled, ...events)
      .when(latest(says('filled', WHOLE)))
      .then(filled);
  });
  it.each([
    ['filled before the wish to cancel it arrived', [cancelRequested, filled]],
    ['canceled as it was wished', [cancelRequested, canceled]],
  ])('asks again for the end of an order that is open again: %s', (_, history) => {
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
    ['nobody wished to end', [filled]],
    ['whose wished end is being asked for', [partiallyFilled, cancelRequested]],
  ])('asks for no end of an order that %s', (_, history) => {
    const known = given(orders, ...open, ...history).state;
    const [event] = latest(says('partially_filled', 1n))(known);
    expect(event?.data).not.toHaveProperty('cancelAgain');
    expect(orderPolicy(event!)).toMatchObject([{ kind: 'schedule', job: followOrder }]);
  });
  it('opens an order again that ended with the same part filled', () => {
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
  ])('ends it with less than was filled: %s', (status, type) => {
    const events = latest(says(status, 1n))(given(orders, ...open, partiallyFilled).state);
    expect(events).toMatchObject([{ type, data: { filledBillionths: 1n } }]);
  });
  it('rejects it with less than was filled, and keeps that', () =>
    given(orders, ...open, partiallyFilled)
      .when(latest(says('rejected', 1n)))
      .thenTypes('OrderPartiallyFilled', 'OrderRejected'));
  it('leaves alone what was given up and is open there: it is canceled first', () =>
    given(orders, requested, started, cancelRequested, canceledUnsent)
      .when(latest(says('new')))
      .thenNothing());
});

describe('what is known of an order, held against what the broker says', () => {
  const sentOut = [...sent, accepted] as const;
  const givenUp = [requested, started, cancelRequested, canceledUnsent] as const;
  const histories: readonly [string, readonly OrderEvent[], ReturnType<typeof says>, string][] = [
    ['open here and there', sentOut, says('new'), 'same'],
    ['filled here and there', [...sentOut, filled], says('filled', WHOLE), 'same'],
    ['less filled there', [...sentOut, partiallyFilled], says('new'), 'behind'],
    ['more filled there', sentOut, says('partially_filled', PART), 'behind'],
    ['filled there alone', sentOut, says('filled', WHOLE), 'behind'],
    ['not known to have arrived', sent, says('new'), 'behind'],
    ['filled here alone', [...sentOut, filled], says('new'), 'apart'],
    ['filled with less there', [...sentOut, filled], says('filled', PART), 'apart'],
    ['given up here, and open there', givenUp, says('new'), 'apart'],
    ['given up here, and filled there', givenUp, says('filled', WHOLE), 'apart'],
  ];
  it.each(histories)('%s', (_, history, { order }, standing) => {
    const { state } = given(orders, ...history);
    expect(compareStatus(state as RequestedOrder, order)).toBe(standing);
  });
});

describe('an answer that a lagging replica gives', () => {
  const at = (second: number) => ({ updatedAt: `2026-03-16T12:00:0${second}.000Z` });
  const says = (status: string, filledQuantity: bigint, second: number) => ({
    ...saidOf(status, filledQuantity),
    ...at(second),
  });
  const known = (...events: readonly OrderEvent[]) =>
    given(orders, ...sent, accepted, dated(partiallyFilled, 5), ...events);
  const dated = (event: OrderEvent, second: number) =>
    ({ ...event, data: { ...event.data, brokerUpdatedAt: at(second).updatedAt } }) as OrderEvent;

  it('changes nothing of an open order', () =>
    known()
      .when(recordLatest(says('accepted', 0n, 4), noon))
      .thenNothing());
  it('changes nothing of an order that ended', () => {
    known(dated(filled, 6))
      .when(recordLatest(says('canceled', PART, 5), noon))
      .thenNothing();
    known(dated(filled, 6))
      .when(recordLatest(says('partially_filled', PART, 5), noon))
      .thenNothing();
  });
  it('does not end it either', () =>
    known()
      .when(recordOrder({ kind: 'order', order: says('canceled', PART, 4) }, noon))
      .thenNothing());
  it.each([5, 6])('is none when it is not older: %i', (second) =>
    known()
      .when(recordLatest(says('accepted', 0n, second), noon))
      .thenTypes('OrderTradesCorrected'),
  );
  it('is not known when one of the two has no time', () => {
    given(orders, ...sent, accepted, partiallyFilled)
      .when(recordLatest(says('accepted', 0n, 4), noon))
      .thenTypes('OrderTradesCorrected');
    known()
      .when(recordLatest(saidOf('accepted', 0n), noon))
      .thenTypes('OrderTradesCorrected');
  });
  it('is kept with what it tells, and remembered when the next one has none', () => {
    const [event] = recordLatest(says('filled', WHOLE, 7), noon)(known().state);
    expect(event).toMatchObject({ data: { brokerUpdatedAt: at(7).updatedAt } });
    expect(known(filled).state).toMatchObject({ brokerUpdatedAt: at(5).updatedAt });
  });
  it.each([
    ['of another clock', at(4).updatedAt],
    ['a century ahead', '2126-01-01T00:00:00.000Z'],
  ])('is none once every replica has caught up, whatever time stood beside it: %s', (_, kept) => {
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
  it('is none either when what came last had no time beside it', () => {
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
  it('is a difference for an audit nevertheless', () => {
    const order = known(dated(filled, 6)).state as RequestedOrder;
    expect(compareStatus(order, says('canceled', PART, 5))).toBe('apart');
  });
});
