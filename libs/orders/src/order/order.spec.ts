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
  ])('rejects the externalId for another order: %j', (other) =>
    given(orders, requested)
      .when(placeOrder({ ...terms, ...other }, noon))
      .thenRefused('external_id_already_exists'),
  );
});

describe('the state of an order', () => {
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
  ])('is %s (%#)', (status, events, expected) =>
    expect(given(orders, requested, ...events).state).toMatchObject({
      ...{ ...terms, status, requestedAt: example.at, ...expected },
    }),
  );
  it.each<[string, OrderEvent[], boolean]>([
    ['before the request', [], false],
    ['before the send', [requested], false],
    ['sent without a response', [requested, started], true],
    ['at the broker', [requested, started, accepted], false],
    ['canceled without a response', [requested, started, cancelRequested, canceledUnsent], true],
  ])('shows whether a send is unanswered: %s', (_, events, expected) =>
    expect(isSentUnanswered(given(orders, ...events).state)).toBe(expected),
  );
  it('is absent without a request', () =>
    expect(() => given(orders, started)).toThrow('OrderStarted of an order never requested'));
});

describe('sending an order', () => {
  it('records the intent', () => given(orders, requested).when(startOrder(noon)).then(started));
  it.each([
    ['an order at the broker', [started, accepted]],
    ['an order with a requested cancellation', [started, cancelRequested]],
    ['an ended order', [started, rejected]],
  ])('never sends %s', (_, history) =>
    given(orders, requested, ...history)
      .when(startOrder(noon))
      .thenNothing(),
  );
});

describe('a throttled send', () => {
  const second = { ...started, data: { ...started.data, attempt: 2 } } as typeof started;

  it('is reversed', () =>
    given(orders, requested, started).when(throttleOrder(1, noon)).then(throttled));
  it('does not count: the next send is the first, and needs no lookup', () => {
    const { state, when } = given(orders, requested, started, throttled);
    expect(state).toMatchObject({ status: 'submitted', startedAt: null, attempts: 0 });
    when(startOrder(noon)).then(started);
  });
  it('is reversed even if the order is to be canceled', () =>
    given(orders, requested, started, cancelRequested)
      .when(throttleOrder(1, noon))
      .then(throttled));
  it.each([
    ['a later send has begun', [started, second]],
    ['it was already reversed', [started, throttled]],
    ['the broker has the order', [started, accepted]],
    ['it has ended', [started, rejected]],
    ['nothing was sent', []],
  ])('is not reversed when %s', (_, history) =>
    given(orders, requested, ...history)
      .when(throttleOrder(1, noon))
      .thenNothing(),
  );
  it('leaves an order that ends at once on a cancellation', () =>
    given(orders, requested, started, throttled)
      .when(requestCancel(noon))
      .then(cancelRequested, canceledUnsent));
  it('needs no job action: its job is retried, and the job schedule stays', () =>
    expect(orderPolicy(throttled)).toEqual([]));
});

describe('canceling an order', () => {
  it('ends it before it is sent', () =>
    given(orders, requested).when(requestCancel(noon)).then(cancelRequested, canceledUnsent));
  it.each([
    ['being sent', [started]],
    ['at the broker', [started, accepted]],
    ['filled in part', [started, accepted, partiallyFilled]],
  ])('records only the request while it is %s', (_, history) =>
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
  ])('is rejected for %s, because the first request stays', (_, history, second) =>
    given(orders, requested, ...history)
      .when(requestCancel(noon, second))
      .thenRefused('closed_already'),
  );
  it('accepts the partner’s request after an operator’s', () =>
    given(orders, requested, started, closeRequested).when(requestCancel(noon)).thenNothing());
  it.each([
    ['filled', [started, accepted, filled]],
    ['rejected', [started, rejected]],
    ['canceled', [started, accepted, canceled]],
    ['expired', [started, accepted, expired]],
  ])('is rejected when it is %s', (_, history) =>
    given(orders, requested, ...history)
      .when(requestCancel(noon))
      .thenRefused('order_final'),
  );
});

describe('an order that was never requested', () => {
  it.each([
    ['canceled', requestCancel(noon)],
    ['started', startOrder(noon)],
    ['given up', cancelUnsent(noon)],
    ['expired', expireUnsent(0, noon)],
    ['withdrawn', withdrawUnsent(0, 'closed', noon)],
  ])('is not %s', (_, decision) => given(orders).when(decision).thenNothing());
});

describe('a cancellation by an operator', () => {
  const byOperator = 'Canceled by the operator; it had not arrived at the broker';
  const ended = {
    ...canceledUnsent,
    data: { ...canceledUnsent.data, reason: byOperator },
  } as typeof canceledUnsent;
  it('ends the order before it is sent, with operator and reason', () =>
    given(orders, requested).when(requestCancel(noon, operator)).then(closeRequested, ended));
  it('has its own reason if the order had not arrived', () =>
    given(orders, requested, started, closeRequested).when(cancelUnsent(noon)).then(ended));
});

describe('an order that a lookup does not find', () => {
  it('is canceled if the cancellation was requested', () => {
    const reason = 'Canceled at your request; it had not arrived at the broker';
    given(orders, requested, started, cancelRequested)
      .when(cancelUnsent(noon))
      .then({
        ...canceledUnsent,
        data: { ...canceledUnsent.data, reason },
      } as typeof canceledUnsent);
  });
  it.each([
    ['no cancellation was requested', [started]],
    ['its response arrived meanwhile', [started, cancelRequested, accepted]],
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
  it('is canceled with the reason', () => {
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
  ])('is unchanged when %s', (_, history) =>
    given(orders, requested, ...history)
      .when(withdrawUnsent(0, 'closed', noon))
      .thenNothing(),
  );
});

describe('the policy of orders', () => {
  const due = (job: typeof submitOrder, afterMs: number) => ({
    ...{ kind: 'schedule', job, id: 'o-1' },
    at: new Date(noon.getTime() + afterMs),
  });
  it('sends a new order, and polls it', () =>
    expect(orderPolicy(requested)).toEqual([
      { kind: 'enqueue', job: submitOrder, id: 'o-1' },
      due(submitOrder, 15_000),
    ]));
  it('follows an accepted order', () =>
    expect(orderPolicy(accepted)).toEqual([
      { kind: 'cancel', job: submitOrder, id: 'o-1' },
      due(followOrder, 1_000),
    ]));
  it('polls soon after a partial fill', () =>
    expect(orderPolicy(partiallyFilled)).toEqual([due(followOrder, 1_000)]));
  it('cancels until the order ends', () =>
    expect(orderPolicy(cancelRequested)).toEqual([
      { kind: 'enqueue', job: cancelOrder, id: 'o-1' },
      due(cancelOrder, 15_000),
    ]));
  const ended = [submitOrder, followOrder, cancelOrder].map((job) => ({
    ...{ kind: 'cancel', job, id: 'o-1' },
  }));
  it.each([filled, canceled, expired])('stops polling after $type', (event) =>
    expect(orderPolicy(event)).toEqual(ended),
  );
  it('reads the account after a rejection', () =>
    expect(orderPolicy(rejected)).toEqual([
      ...ended,
      { kind: 'enqueue', job: refreshAccount, id: 'u-1' },
    ]));
  it.each([started, corrected])('needs no job action after $type', (event) =>
    expect(orderPolicy(event)).toEqual([]),
  );
});
