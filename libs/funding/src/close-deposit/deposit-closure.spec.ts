import { beforeEach, describe, expect, it } from '@jest/globals';
import { type ManualClosure, adviceOn } from '#operations/attention/resolver.js';
import type { Refused } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import {
  accepted,
  closeRequested,
  completed,
  completedLate,
  failed,
  ofWithdrawal,
  requested,
  reversed,
  reviewed,
  started,
} from '../deposit/deposit.examples.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import { deposits } from '../deposit/deposit.state.js';
import { depositResolver } from './deposit-closure.js';

const { depositId } = requested.data;
const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'worker' };
const request = { reason: 'Seen', by: { actor: 'staff:s-9' } };
const closingOf = (job: string): ManualClosure =>
  depositResolver.closings.find((each) => each.job === job)!;
const credit = closingOf('credit-deposit');
const adjust = closingOf('adjust-deposit');

let store: EventStore;
beforeEach(() => {
  store = new EventStore(new InMemoryEventLog());
});
const given = (...events: readonly DepositEvent[]) =>
  store.transact(deposits, depositId, () => events, cause);
const closed = (closing: ManualClosure, requests = request) =>
  closing.close!(store, depositId, requests).then(
    () => 'closed',
    (error: unknown) => (error as Refused).code,
  );

const sent = [requested, started];
const late = [...sent, failed, completedLate];

describe('the advice about closing agrees with the result of closing', () => {
  const compared = /Have the broker correct them/;
  const none = /^Only a deposit or withdrawal that was completed late/;
  it.each<[string, ManualClosure, readonly DepositEvent[], string, RegExp, RegExp]>([
    [
      'requested',
      credit,
      [requested],
      'closed',
      /retries it automatically/,
      /^Nothing more is sent/,
    ],
    ['sent', credit, sent, 'closed', /retries it automatically/, /^Nothing more is sent/],
    [
      'accepted',
      credit,
      [...sent, accepted],
      'cannot_be_closed',
      compared,
      /only the broker can end it$/,
    ],
    ['completed', credit, [...sent, completed], 'cannot_be_closed', compared, /is completed$/],
    ['failed', credit, [...sent, failed], 'cannot_be_closed', compared, /is failed$/],
    ['being closed', credit, [...sent, closeRequested], 'closed_already', /Retry/, /already/],
    ['completed late', adjust, late, 'closed', /Tell the partner/, /^Nothing changes/],
    ['compared', adjust, [...sent, completed], 'cannot_be_closed', compared, none],
    ['reversed', adjust, [...sent, completed, reversed], 'cannot_be_closed', compared, none],
    ['already reviewed', adjust, [...late, reviewed], 'cannot_be_closed', compared, none],
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

it('the advice about a late withdrawal says that the partner must pay the user', async () => {
  await given(...late.map(ofWithdrawal));
  expect(await adviceOn(store, adjust, depositId)).toEqual({
    possible: true,
    next: expect.stringMatching(/who has not paid the user/),
    inWords: expect.stringMatching(/^Nothing changes/),
  });
  expect(await closed(adjust)).toBe('closed');
});

describe('a review', () => {
  it('is recorded once, and a repeat by the same person with the same reason is accepted', async () => {
    await given(...late);
    for (const _ of ['first', 'repeated']) expect(await closed(adjust)).toBe('closed');
    expect(await store.load(deposits, depositId)).toMatchObject({ isToBeReviewed: false });
    expect(await closed(adjust, { ...request, reason: 'Another' })).toBe('cannot_be_closed');
  });
});
