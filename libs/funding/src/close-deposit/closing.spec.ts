import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Closing, adviceOn } from '#platform/attention/closing.js';
import type { Refused } from '#platform/core/refused.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import {
  accepted,
  closeRequested,
  completed,
  completedLate,
  failed,
  requested,
  reversed,
  reviewed,
  started,
} from '../deposit/deposit.examples.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import { deposits } from '../deposit/deposit.state.js';
import { depositClosings } from './closing.js';

const { depositId } = requested.data;
const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'worker' };
const request = { reason: 'Seen', by: { actor: 'staff:s-9' } };
const closingOf = (job: string): Closing => depositClosings.find((each) => each.job === job)!;
const credit = closingOf('credit-deposit');
const adjust = closingOf('adjust-deposit');

let store: EventStore;
beforeEach(() => {
  store = new EventStore(new InMemoryEventLog());
});
const given = (...events: readonly DepositEvent[]) =>
  store.transact(deposits, depositId, () => events, cause);
const closed = (closing: Closing, asked = request) =>
  closing.close!(store, depositId, asked).then(
    () => 'closed',
    (error: unknown) => (error as Refused).code,
  );

const sent = [requested, started];
const late = [...sent, failed, completedLate];

describe('what is said of closing is what closing answers', () => {
  const compared = /have the broker put it right/;
  const none = /^Only a deposit that was completed late/;
  it.each<[string, Closing, readonly DepositEvent[], string, RegExp, RegExp]>([
    ['asked for', credit, [requested], 'closed', /tried again/, /^Nothing more is sent/],
    ['sent', credit, sent, 'closed', /tried again/, /^Nothing more is sent/],
    ['accepted', credit, [...sent, accepted], 'cannot_be_closed', compared, /its word ends it$/],
    ['completed', credit, [...sent, completed], 'cannot_be_closed', compared, /is completed$/],
    ['failed', credit, [...sent, failed], 'cannot_be_closed', compared, /is failed$/],
    ['being closed', credit, [...sent, closeRequested], 'closed_already', /Retry/, /already/],
    ['completed late', adjust, late, 'closed', /Tell the partner/, /^Nothing changes/],
    ['compared', adjust, [...sent, completed], 'cannot_be_closed', compared, none],
    ['reversed', adjust, [...sent, completed, reversed], 'cannot_be_closed', compared, none],
    ['reviewed by others', adjust, [...late, reviewed], 'cannot_be_closed', compared, none],
    ['unknown', adjust, [], 'transaction_not_found', compared, none],
  ])('%s', async (_, closing, events, answer, next, inWords) => {
    await given(...events);
    expect(await adviceOn(store, closing, depositId)).toEqual({
      possible: answer === 'closed',
      next: expect.stringMatching(next),
      inWords: expect.stringMatching(inWords),
    });
    expect(await closed(closing)).toBe(answer);
  });
});

describe('a review', () => {
  it('is recorded once, and a repeat by the same person for the same reason passes', async () => {
    await given(...late);
    for (const _ of ['first', 'repeated']) expect(await closed(adjust)).toBe('closed');
    expect(await store.load(deposits, depositId)).toMatchObject({ isToBeReviewed: false });
    expect(await closed(adjust, { ...request, reason: 'Another' })).toBe('cannot_be_closed');
  });
});
