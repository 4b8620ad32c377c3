import { beforeEach, describe, expect, it } from '@jest/globals';
import { claim, claimId } from '#platform/event-store/claims.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { causeOf } from '#platform/http/caller.js';
import { abandonUser } from '../user/user.decide.js';
import { users } from '../user/user.state.js';
import { RegisterUser } from './register-user.command.js';
import { RegisterUserHandler } from './register-user.handler.js';

const caller = { partnerId: 'p-1', partnerUserId: 'pu-1', requestId: 'r-1' };
const ada = {
  externalId: 'x-1',
  email: 'ada@users.example',
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'USA',
  phone: null,
  dateOfBirth: null,
};

let store: EventStore;
let handler: RegisterUserHandler;

const register = (details: Partial<RegisterUser['details']> = {}) =>
  handler.execute(new RegisterUser(caller, { ...ada, ...details }));

beforeEach(() => {
  store = new EventStore(new InMemoryEventLog());
  handler = new RegisterUserHandler(store);
});

describe('registering a user', () => {
  it('creates one', async () => {
    const { user, created } = await register();
    expect(created).toBe(true);
    expect(user).toMatchObject({ ...ada, partnerId: 'p-1', status: 'pending_verification' });
  });
  it('answers the same externalId with the same user', async () => {
    const first = await register();
    const second = await register();
    expect(second).toEqual({ user: first.user, created: false });
  });
  it('refuses the externalId for other details', async () => {
    await register();
    await expect(register({ firstName: 'Grace' })).rejects.toMatchObject({
      code: 'external_id_already_exists',
    });
  });
  it('refuses an e-mail twice, whatever its case', async () => {
    await register();
    await expect(register({ externalId: 'x-2', email: 'ADA@users.example' })).rejects.toMatchObject(
      { code: 'email_already_exists' },
    );
  });
  it('makes one user of fifty equal requests at once', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => register()));
    expect(new Set(all.map(({ user }) => user.userId)).size).toBe(1);
    expect(all.filter(({ created }) => created)).toHaveLength(1);
  });
  it('lets one of fifty at once have an e-mail', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, () => register({ externalId: null })),
    );
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of all)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'email_already_exists' });
  });
});

describe('after a creator that died between claim and user', () => {
  const cause = causeOf(caller);
  const email = claimId('userEmail', 'p-1', ada.email);
  it('takes the e-mail over, and closes the way of the dead one', async () => {
    await claim(store, email, 'dead-1', new Date(), cause);
    const { user } = await register();
    expect(user.userId).not.toBe('dead-1');
    expect((await store.load(users, 'dead-1')).status).toBe('abandoned');
  });
  it('goes on under the id that the externalId stands for', async () => {
    await claim(store, claimId('userExternalId', 'p-1', 'x-1'), 'dead-1', new Date(), cause);
    expect((await register()).user.userId).toBe('dead-1');
  });
  it('begins anew when that id was closed meanwhile', async () => {
    await claim(store, claimId('userExternalId', 'p-1', 'x-1'), 'dead-1', new Date(), cause);
    await store.transact(users, 'dead-1', abandonUser('dead-1', 'p-1', new Date()), cause);
    const { user } = await register();
    expect(user.userId).not.toBe('dead-1');
    expect((await register()).user.userId).toBe(user.userId);
  });
});
