import { describe, expect, it } from '@jest/globals';
import { billionths, cents } from '#kernel/money.js';
import { refreshAccount } from '#onboarding/jobs.js';
import { given } from '../../../../test/support/given.js';
import { cancelOrder, followOrder, submitOrder } from '../jobs.js';
import {
  cancelUnsent,
  expireUnsent,
  isTooLate,
  placeOrder,
  requestCancel,
  startOrder,
  throttleOrder,
  withdrawUnsent,
} from './order.decide.js';
import * as example from './order.examples.js';
import type { OrderEvent } from './order.events.js';
import { type RequestedOrder, isSentUnanswered, orders } from './order.state.js';
import { orderPolicy } from './order.policy.js';
import { UNSENT_EXPIRES_AFTER_MS } from './order.decide.js';

const { accepted, canceled, cancelRequested, canceledUnsent, corrected, expired } = example;
const { closeRequested, operator } = example;
const { filled, noon, partiallyFilled, rejected, requested, started, terms, throttled } = example;

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

describe('what is known of an order', () => {
  const { whole, part } = example;
  const nothing = { filledBillionths: 0n, averagePrice: null };
  const { commissionCents: _, ...filledWhole } = whole;
  const { commissionCents: __, ...filledPart } = part;
  it.each<[string, OrderEvent[], object]>([
    ['pending', [], { startedAt: null, attempts: 0, brokerOrderId: null, ...nothing }],
    ['submitted', [started], { startedAt: example.at, attempts: 1, brokerOrderId: null }],
    ['accepted', [started, accepted], { startedAt: null, attempts: 1, brokerOrderId: 'b-1' }],
    ['partially_filled', [started, accepted, partiallyFilled], filledPart],
    ['filled', [started, filled], { startedAt: null, ...filledWhole }],
    ['rejected', [started, rejected], { startedAt: null, ...nothing }],
    ['canceled', [started, canceled], { startedAt: null, ...filledPart }],
    ['expired', [started, expired], { startedAt: null, ...filledPart }],
    ['canceled', [started, accepted, filled, corrected], { brokerOrderId: 'b-1', ...filledPart }],
    ['submitted', [started, cancelRequested], { cancelRequested: true, closing: null }],
    [
      'submitted',
      [started, closeRequested],
      { cancelRequested: true, closing: { ...operator, at: example.at } },
    ],
  ])('is that it is %s (%#)', (status, events, expected) =>
    expect(given(orders, requested, ...events).state).toMatchObject({
      ...{ ...terms, status, requestedAt: example.at, ...expected },
    }),
  );
  it.each<[string, OrderEvent[], boolean]>([
    ['before it was asked for', [], false],
    ['before it is sent', [requested], false],
    ['sent without an answer', [requested, started], true],
    ['with the broker', [requested, started, accepted], false],
    ['canceled without an answer', [requested, started, cancelRequested, canceledUnsent], true],
  ])('is whether a send is unanswered: %s', (_, events, expected) =>
    expect(isSentUnanswered(given(orders, ...events).state)).toBe(expected),
  );
  it('is nothing without a request', () =>
    expect(() => given(orders, started)).toThrow('OrderStarted of an order never requested'));
});

describe('sending it', () => {
  it('records the intent', () => given(orders, requested).when(startOrder(noon)).then(started));
  it.each([
    ['what the broker has', [started, accepted]],
    ['what is to be canceled', [started, cancelRequested]],
    ['what has ended', [started, rejected]],
  ])('never sends %s', (_, history) =>
    given(orders, requested, ...history)
      .when(startOrder(noon))
      .thenNothing(),
  );
});

describe('a send that the broker was too busy for', () => {
  const second = { ...started, data: { ...started.data, attempt: 2 } } as typeof started;

  it('is reversed', () =>
    given(orders, requested, started).when(throttleOrder(1, noon)).then(throttled));
  it('is no send: the next one is the first, and needs no look-up', () => {
    const { state, when } = given(orders, requested, started, throttled);
    expect(state).toMatchObject({ status: 'submitted', startedAt: null, attempts: 0 });
    when(startOrder(noon)).then(started);
  });
  it('may be of an order that is to be canceled', () =>
    given(orders, requested, started, cancelRequested)
      .when(throttleOrder(1, noon))
      .then(throttled));
  it.each([
    ['a later send is under way', [started, second]],
    ['it was taken back already', [started, throttled]],
    ['the broker has the order', [started, accepted]],
    ['it has ended', [started, rejected]],
    ['nothing was sent', []],
  ])('is not taken back when %s', (_, history) =>
    given(orders, requested, ...history)
      .when(throttleOrder(1, noon))
      .thenNothing(),
  );
  it('leaves an order that ends at once when it is canceled', () =>
    given(orders, requested, started, throttled)
      .when(requestCancel(noon))
      .then(cancelRequested, canceledUnsent));
  it('needs no action: its job comes back, and the job schedule stays', () =>
    expect(orderPolicy(throttled)).toEqual([]));
});

describe('canceling it', () => {
  it('ends it before it is sent', () =>
    given(orders, requested).when(requestCancel(noon)).then(cancelRequested, canceledUnsent));
  it.each([
    ['on its way', [started]],
    ['with the broker', [started, accepted]],
    ['filled in part', [started, accepted, partiallyFilled]],
  ])('is a wish when it is %s', (_, history) =>
    given(orders, requested, ...history)
      .when(requestCancel(noon))
      .then(cancelRequested),
  );
  it('is one request, even if it is repeated', () =>
    given(orders, requested, started, cancelRequested).when(requestCancel(noon)).thenNothing());
  it.each([
    ['open', [started, closeRequested]],
    ['at its end', [closeRequested, canceledUnsent]],
  ])('is one request of an operator, even if repeated: %s', (_, history) =>
    given(orders, requested, ...history)
      .when(requestCancel(noon, operator))
      .thenNothing(),
  );
  it.each([
    ['another operator', [started, closeRequested], { ...operator, by: 'staff:s-2' }],
    ['another reason', [closeRequested, canceledUnsent], { ...operator, reason: 'By hand' }],
    ['an operator after the partner', [started, cancelRequested], operator],
  ])('is refused to %s, as nothing more is kept', (_, history, second) =>
    given(orders, requested, ...history)
      .when(requestCancel(noon, second))
      .thenRefused('closed_already'),
  );
  it('may be the partner’s after an operator’s', () =>
    given(orders, requested, started, closeRequested).when(requestCancel(noon)).thenNothing());
  it.each([
    ['filled', [started, accepted, filled]],
    ['rejected', [started, rejected]],
    ['canceled', [started, accepted, canceled]],
    ['expired', [started, accepted, expired]],
  ])('is refused once it is %s', (_, history) =>
    given(orders, requested, ...history)
      .when(requestCancel(noon))
      .thenRefused('order_final'),
  );
});

describe('an order that nobody asked for', () => {
  it.each([
    ['canceled', requestCancel(noon)],
    ['started', startOrder(noon)],
    ['given up', cancelUnsent(noon)],
    ['expired', expireUnsent(0, noon)],
    ['withdrawn', withdrawUnsent(0, 'closed', noon)],
  ])('is not %s', (_, decision) => given(orders).when(decision).thenNothing());
});

describe('an operator’s wish to cancel', () => {
  const byOperator = 'Canceled by the operator; it had not arrived at the broker';
  const ended = {
    ...canceledUnsent,
    data: { ...canceledUnsent.data, reason: byOperator },
  } as typeof canceledUnsent;
  it('ends it before it is sent, with who and why', () =>
    given(orders, requested).when(requestCancel(noon, operator)).then(closeRequested, ended));
  it('says so when it had not arrived', () =>
    given(orders, requested, started, closeRequested).when(cancelUnsent(noon)).then(ended));
});

describe('an order that the broker, asked again, does not know', () => {
  it('is canceled when that is wanted', () => {
    const reason = 'Canceled at your request; it had not arrived at the broker';
    given(orders, requested, started, cancelRequested)
      .when(cancelUnsent(noon))
      .then({
        ...canceledUnsent,
        data: { ...canceledUnsent.data, reason },
      } as typeof canceledUnsent);
  });
  it.each([
    ['it is still wanted', [started]],
    ['its answer came meanwhile', [started, cancelRequested, accepted]],
  ])('is not canceled when %s', (_, history) =>
    given(orders, requested, ...history)
      .when(cancelUnsent(noon))
      .thenNothing(),
  );
  it('expires after a day', () => {
    const order = given(orders, requested, started).state as RequestedOrder;
    const later = (ms: number) => new Date(noon.getTime() + ms);
    expect(isTooLate(order, later(UNSENT_EXPIRES_AFTER_MS))).toBe(false);
    expect(isTooLate(order, later(UNSENT_EXPIRES_AFTER_MS + 1))).toBe(true);
    given(orders, requested, started).when(expireUnsent(1, noon)).thenTypes('OrderExpired');
  });
  it.each<[string, OrderEvent[]]>([
    [
      'it was sent meanwhile',
      [started, { ...started, data: { ...started.data, attempt: 2 } } as OrderEvent],
    ],
    ['it is to be canceled', [started, cancelRequested]],
    ['it has arrived', [started, accepted]],
    ['it has ended', [started, rejected]],
  ])('does not expire when %s', (_, history) =>
    given(orders, requested, ...history)
      .when(expireUnsent(1, noon))
      .thenNothing(),
  );
});

describe('an order whose user is blocked', () => {
  it('is canceled, and says why', () => {
    const reason = 'The user was suspended before the order was sent';
    given(orders, requested)
      .when(withdrawUnsent(0, 'suspended', noon))
      .then({
        ...canceledUnsent,
        data: { ...canceledUnsent.data, reason },
      } as typeof canceledUnsent);
  });
  it.each<[string, OrderEvent[]]>([
    ['it was sent meanwhile', [started]],
    ['it is to be canceled', [started, cancelRequested]],
    ['it has ended', [canceledUnsent]],
  ])('is left alone when %s', (_, history) =>
    given(orders, requested, ...history)
      .when(withdrawUnsent(0, 'closed', noon))
      .thenNothing(),
  );
});

describe('what happens next', () => {
  const due = (job: typeof submitOrder, afterMs: number) => ({
    ...{ kind: 'schedule', job, id: 'o-1' },
    at: new Date(noon.getTime() + afterMs),
  });
  it('sends a new order, and looks again', () =>
    expect(orderPolicy(requested)).toEqual([
      { kind: 'enqueue', job: submitOrder, id: 'o-1' },
      due(submitOrder, 15_000),
    ]));
  it('follows what the broker has taken', () =>
    expect(orderPolicy(accepted)).toEqual([
      { kind: 'cancel', job: submitOrder, id: 'o-1' },
      due(followOrder, 1_000),
    ]));
  it('looks sooner again after a part', () =>
    expect(orderPolicy(partiallyFilled)).toEqual([due(followOrder, 1_000)]));
  it('cancels, until it has an end', () =>
    expect(orderPolicy(cancelRequested)).toEqual([
      { kind: 'enqueue', job: cancelOrder, id: 'o-1' },
      due(cancelOrder, 15_000),
    ]));
  const ended = [submitOrder, followOrder, cancelOrder].map((job) => ({
    ...{ kind: 'cancel', job, id: 'o-1' },
  }));
  it.each([filled, canceled, expired])('looks no more after $type', (event) =>
    expect(orderPolicy(event)).toEqual(ended),
  );
  it('looks after the account when the broker rejects', () =>
    expect(orderPolicy(rejected)).toEqual([
      ...ended,
      { kind: 'enqueue', job: refreshAccount, id: 'u-1' },
    ]));
  it.each([started, corrected])('leaves all as it is after $type', (event) =>
    expect(orderPolicy(event)).toEqual([]),
  );
});
