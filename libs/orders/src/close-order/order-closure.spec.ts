import { beforeEach, describe, expect, it } from '@jest/globals';
import { type ManualClosure, adviceOn } from '#operations/attention/resolver.js';
import type { Refused } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import {
  accepted,
  cancelRequested,
  closeRequested,
  filled,
  requested,
  started,
} from '../order/order.examples.js';
import type { OrderEvent } from '../order/order.events.js';
import { orders } from '../order/order.state.js';
import { orderResolver } from './order-closure.js';

const { orderId } = requested.data;
const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'worker' };
const request = { reason: 'Seen', by: { actor: 'staff:s-9' } };
const submit: ManualClosure = orderResolver.closings.find(({ job }) => job === 'submit-order')!;

let store: EventStore;
beforeEach(() => {
  store = new EventStore(new InMemoryEventLog());
});

const closed = () =>
  submit.close!(store, orderId, request).then(
    () => 'closed',
    (error: unknown) => (error as Refused).code,
  );

const sent = [requested, started];

describe('the advice about closing an order agrees with the result of closing', () => {
  it.each<[string, readonly OrderEvent[], string, RegExp, RegExp]>([
    ['requested', [requested], 'closed', /retries it automatically/, /^Nothing more is sent/],
    ['sent', sent, 'closed', /retries it automatically/, /^Nothing more is sent/],
    [
      'accepted',
      [...sent, accepted],
      'cannot_be_closed',
      /^Nothing more/,
      /only the broker can end it$/,
    ],
    ['filled', [...sent, filled], 'order_final', /^Nothing more/, /already filled$/],
    ['canceled by its partner', [...sent, cancelRequested], 'closed_already', /Retry/, /partner/],
    ['closed by another', [...sent, closeRequested], 'closed_already', /Retry/, /already/],
  ])('%s', async (_, events, result, next, inWords) => {
    await store.transact(orders, orderId, () => events, cause);
    expect(await adviceOn(store, submit, orderId)).toEqual({
      possible: result === 'closed',
      next: expect.stringMatching(next),
      inWords: expect.stringMatching(inWords),
    });
    expect(await closed()).toBe(result);
  });
});
