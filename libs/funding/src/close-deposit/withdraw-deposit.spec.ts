import { beforeEach, describe, expect, it } from '@jest/globals';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { type UserEvent, users } from '#users';
import { delayed, requested, started } from '../deposit/deposit.examples.js';
import type { DepositEvent } from '../deposit/deposit.events.js';
import { type RequestedDeposit, deposits } from '../deposit/deposit.state.js';
import { closedUserWorkflow } from '../send-waiting/closed-user.workflow.js';
import { sendWaiting } from '../send-waiting/send-waiting.job.js';
import { WithdrawDeposit } from './withdraw-deposit.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'worker' };
const { userId, depositId } = requested.data;
const at = '2026-03-16T09:00:00.000Z';
const about = { userId, partnerId: 'p-1', reason: 'test', at };

let store: EventStore;
beforeEach(() => {
  store = new EventStore(new InMemoryEventLog());
});

const user = async (decided: 'UserSuspended' | 'UserClosed') => {
  const registered = {
    ...{ userId, partnerId: 'p-1', externalId: null, email: 'a@example.com', firstName: 'A' },
    ...{ lastName: 'B', country: 'USA', phone: null, dateOfBirth: null, at },
  };
  const events = [
    { type: 'UserRegistered', data: registered },
    { type: decided, data: { ...about, from: 'active' } },
  ] as UserEvent[];
  await store.transact(users, userId, () => events, cause);
};
const withdrawn = async (...history: DepositEvent[]) => {
  await store.transact(deposits, depositId, () => history, cause);
  const deposit = (await store.load(deposits, depositId)) as RequestedDeposit;
  const isWithdrawn = await new WithdrawDeposit(store).ifUserClosed(deposit, cause);
  return [isWithdrawn, await store.load(deposits, depositId)];
};

describe('a deposit that was not sent yet', () => {
  it.each([
    ['just asked for', [requested]],
    ['in line for the pre-funded account', [requested, started, delayed]],
  ])('fails when its user was closed: %s', async (_, history) => {
    await user('UserClosed');
    const [isWithdrawn, deposit] = await withdrawn(...history);
    expect(isWithdrawn).toBe(true);
    expect(deposit).toMatchObject({ status: 'failed', waiting: false });
  });

  it('goes on when its user was suspended', async () => {
    await user('UserSuspended');
    const [isWithdrawn, deposit] = await withdrawn(requested);
    expect(isWithdrawn).toBe(false);
    expect(deposit).toMatchObject({ status: 'pending', closing: null });
  });
});

it('a deposit of a closed user that may be with the broker is found out about first', async () => {
  await user('UserClosed');
  const [isWithdrawn, deposit] = await withdrawn(requested, started);
  expect(isWithdrawn).toBe(true);
  expect(deposit).toMatchObject({
    status: 'processing',
    closing: { reason: 'The user was closed before the deposit was sent', by: 'worker' },
  });
});

it('the closing of a user, and no suspension, has the partner’s line worked', () => {
  const closed = { type: 'UserClosed', data: { ...about, from: 'active' } } as const;
  const suspended = { type: 'UserSuspended', data: { ...about, from: 'active' } } as const;
  expect(closedUserWorkflow(closed)).toEqual([{ kind: 'now', job: sendWaiting, id: 'p-1' }]);
  expect(closedUserWorkflow(suspended)).toEqual([]);
});
