import { beforeEach, describe, expect, it } from '@jest/globals';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import type { UserEvent } from '#users/user/user.events.js';
import { users } from '#users/user/user.state.js';
import { delayed, ofWithdrawal, requested, started } from '../deposit/deposit.examples.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import { type RequestedDeposit, deposits } from '../deposit/deposit.state.js';
import { closedUserPolicy } from '../drain-funding-queue/closed-user.policy.js';
import { sendWaiting } from '../jobs.js';
import { BlockedUserClosure } from './blocked-user-closure.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'worker' };
const { userId, depositId } = requested.data;
const at = '2026-03-16T09:00:00.000Z';
const about = { userId, partnerId: 'p-1', reason: 'test', at };

let store: EventStore;
beforeEach(() => {
  store = new EventStore(new InMemoryEventLog());
});

const user = async (decided: 'UserSuspended' | 'UserClosed' | 'UserWatchListHitReported') => {
  const registered = {
    ...{ userId, partnerId: 'p-1', externalId: null, email: 'a@example.com', firstName: 'A' },
    ...{ lastName: 'B', country: 'USA', phone: null, dateOfBirth: null, at },
  };
  const events = [
    { type: 'UserRegistered', data: registered },
    {
      type: decided,
      data: { ...about, from: 'active', messageId: 'm-1', kind: 'watch_list', status: 'active' },
    },
  ] as UserEvent[];
  await store.transact(users, userId, () => events, cause);
};
const closed = async (...history: DepositEvent[]) => {
  await store.transact(deposits, depositId, () => history, cause);
  const deposit = (await store.load(deposits, depositId)) as RequestedDeposit;
  const isClosed = await new BlockedUserClosure(store).close(deposit, cause);
  return [isClosed, await store.load(deposits, depositId)];
};

describe('a deposit that was not sent yet', () => {
  it.each([
    ['just requested', [requested]],
    ['in the funding queue', [requested, started, delayed]],
  ])('fails when its user was closed: %s', async (_, history) => {
    await user('UserClosed');
    const [isClosed, deposit] = await closed(...history);
    expect(isClosed).toBe(true);
    expect(deposit).toMatchObject({ status: 'failed', waiting: false });
  });

  it('continues when its user was suspended', async () => {
    await user('UserSuspended');
    const [isClosed, deposit] = await closed(requested);
    expect(isClosed).toBe(false);
    expect(deposit).toMatchObject({ status: 'pending', closing: null });
  });
});

describe('a withdrawal that was not sent yet', () => {
  it.each(['UserClosed', 'UserSuspended', 'UserWatchListHitReported'] as const)(
    'fails after %s',
    async (decided) => {
      await user(decided);
      const [isClosed, withdrawal] = await closed(ofWithdrawal(requested));
      expect(isClosed).toBe(true);
      expect(withdrawal).toMatchObject({ status: 'failed' });
    },
  );
});

it('a deposit continues while a watch-list hit of its user is open', async () => {
  await user('UserWatchListHitReported');
  expect((await closed(requested))[0]).toBe(false);
});

it('a deposit of a closed user that may be at the broker is looked up first', async () => {
  await user('UserClosed');
  const [isClosed, deposit] = await closed(requested, started);
  expect(isClosed).toBe(true);
  expect(deposit).toMatchObject({
    status: 'processing',
    closing: { reason: 'The user was closed before the deposit was sent', by: 'worker' },
  });
});

it('the partner’s funding queue is drained after a closing of a user, and not after a suspension', () => {
  const closed = { type: 'UserClosed', data: { ...about, from: 'active' } } as const;
  const suspended = { type: 'UserSuspended', data: { ...about, from: 'active' } } as const;
  expect(closedUserPolicy(closed)).toEqual([{ kind: 'enqueue', job: sendWaiting, id: 'p-1' }]);
  expect(closedUserPolicy(suspended)).toEqual([]);
});
