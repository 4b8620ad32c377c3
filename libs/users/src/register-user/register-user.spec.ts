import { beforeEach, describe, expect, it } from '@jest/globals';
import { claim, claimId } from '#kernel/event-store/claims.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { causeOf } from '#http/caller.js';
import { IdempotencyKeys } from '#kernel/idempotency/idempotency-keys.js';
import { idempotencyRecords } from '#kernel/idempotency/idempotency-record.state.js';
import { Rows } from '#read-models/rows.js';
import type { ReadStore } from '#read-models/read-store.js';
import { erasePerson } from '../user/erasure.decide.js';
import { abandonUser, changeDetails } from '../user/user.decide.js';
import { type UserDetails, users } from '../user/user.state.js';
import { RegisterUser, RegisterUserHandler } from './register-user.handler.js';
import { ada, audited } from './registrar.examples.js';

const caller = { partnerId: 'p-1', partnerUserId: 'pu-1', requestId: 'r-1' };
const cause = causeOf(caller);
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

let log: InMemoryEventLog;
let store: EventStore;

/** Simulates another process each time, which knows only the log. */
const register = async (key: string | null, details: Partial<UserDetails> = {}) => {
  const rows = new Rows({} as ReadStore, log, quiet);
  const handler = new RegisterUserHandler(store, rows, new IdempotencyKeys(store));
  const keyed =
    key === null ? null : { idempotencyRecordId: key, bodyHash: JSON.stringify(details) };
  const { userId: _, partnerId: __, ...rest } = { ...ada, ...details };
  return handler.execute(new RegisterUser(caller, keyed, rest));
};

/** State that a process leaves if it dies after it claimed the key. */
const claimedKey = (key: string, owner: string, details: Partial<UserDetails> = {}) => {
  const data = { owner, bodyHash: JSON.stringify(details), at: new Date().toISOString() };
  const events = [{ type: 'IdempotencyKeyClaimed' as const, data }];
  return store.transact(idempotencyRecords, key, () => events, cause);
};
const rename = (userId: string, firstName: string) =>
  store.transact(users, userId, changeDetails({ firstName }, new Date()), cause);

beforeEach(() => {
  log = new InMemoryEventLog();
  store = new EventStore(log);
});

describe('without an Idempotency-Key', () => {
  it('a repeat conflicts with its own e-mail', async () => {
    expect(await register(null)).toMatchObject({ status: 201, replayed: false });
    await expect(register(null)).rejects.toMatchObject({ code: 'email_already_exists' });
  });
  it('a repeat by externalId returns the current state of the user', async () => {
    const { body } = await register(null, { externalId: 'x-1' });
    await rename(body.id, 'Augusta');
    expect(await register(null, { externalId: 'x-1' })).toMatchObject({
      status: 200,
      body: { id: body['id'], firstName: 'Augusta' },
    });
  });
});

describe('under an Idempotency-Key', () => {
  it('a repeat after the erasure does not create another user', async () => {
    const first = await register(null, { externalId: 'x-1' });
    await register('k-1', { externalId: 'x-1' });
    const decision = erasePerson('a letter', [], new Date());
    await store.transact(users, first.body.id, decision, cause);
    const again = await register('k-1', { externalId: 'x-1' });
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id } });
    expect(await audited(log)).toHaveLength(1);
  });
  it('a repeat after the erasure does not show the new user of the externalId', async () => {
    const details = { externalId: 'x-1' };
    const { body } = await register(null, details);
    await register('k-1', details);
    await store.transact(users, body.id, erasePerson('a letter', [], new Date()), cause);
    await register(null, { ...details, userId: 'u-2', email: 'grace@users.example' });
    await expect(register('k-1', details)).rejects.toMatchObject({
      code: 'external_id_already_exists',
    });
  });
  it('a repeat returns the first response, also after later changes', async () => {
    const first = await register('k-1');
    await rename(first.body.id, 'Augusta');
    expect(await register('k-1')).toEqual({ ...first, replayed: true });
    expect(await audited(log)).toHaveLength(1);
  });

  it('a repeat returns the status that the user had at the first response', async () => {
    const { body } = await register(null, { externalId: 'x-1' });
    await rename(body.id, 'Augusta');
    const { seen: _, ...first } = await register('k-1', { externalId: 'x-1' });
    expect(first).toMatchObject({ status: 200, body: { firstName: 'Augusta' } });
    await rename(body.id, 'Ada Augusta');
    expect(await register('k-1', { externalId: 'x-1' })).toEqual({ ...first, replayed: true });
  });

  it('continues after a crash behind its claims', async () => {
    const owner = ada.userId;
    await claimedKey('k-1', owner);
    await claim(store, claimId('userEmail', 'p-1', ada.email), owner, new Date(), cause);
    expect(await register('k-1')).toMatchObject({ status: 201, body: { id: owner } });
    expect(await register('k-1')).toMatchObject({ replayed: true, body: { id: owner } });
  });

  it('finds its user again after its first id was closed', async () => {
    await claimedKey('k-1', ada.userId);
    await store.transact(users, ada.userId, abandonUser(ada.userId, 'p-1', new Date()), cause);
    const first = await register('k-1');
    expect(first.body['id']).not.toBe(ada.userId);
    expect(await register('k-1')).toEqual({ ...first, replayed: true });
    expect(await audited(log)).toHaveLength(1);
  });

  it('returns the user again that it created under the id of a dead creator', async () => {
    const details = { externalId: 'x-1' };
    const id = claimId('userExternalId', 'p-1', 'x-1');
    await claim(store, id, 'dead-1', new Date(), cause);
    const { seen: _, ...first } = await register('k-1', details);
    expect(first).toMatchObject({ status: 201, body: { id: 'dead-1' } });
    expect(await register('k-1', details)).toEqual({ ...first, replayed: true });
  });
});
