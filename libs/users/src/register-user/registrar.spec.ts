import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { deterministicId } from '#kernel/ids.js';
import { claim, claimId, claims } from '#kernel/event-store/claims.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { findUsers } from '../find-user/find-user.js';
import { erasePerson } from '../user/erasure.decide.js';
import { abandonUser, changeDetails, registerUser } from '../user/user.decide.js';
import { type UserDetails, users } from '../user/user.state.js';
import { ada, audited, cause, keyedNames, registrarOf } from './registrar.examples.js';
import { Registrar, emailHolder, externalIdClaim, userByExternalId } from './registrar.js';

let log: InMemoryEventLog;
let registrar: Registrar;

const register = (details: Partial<UserDetails> = {}) =>
  registrar.register({ ...ada, userId: randomUUID(), ...details }, cause);

/** Closes the stream of the creator, as another creator does after the pauses. */
const abandon = (userId: string) =>
  new EventStore(log).transact(users, userId, abandonUser(userId, 'p-1', new Date()), cause);

beforeEach(() => {
  log = new InMemoryEventLog();
  registrar = new Registrar(new EventStore(log));
});

describe('registering a user', () => {
  it('creates a user with the given id', async () =>
    expect(await register({ userId: ada.userId })).toMatchObject({
      created: true,
      user: { ...ada, status: 'pending_verification' },
    }));
  it('refuses an e-mail a second time, in any case', async () => {
    await register();
    await expect(register({ email: 'ADA@Users.Example' })).rejects.toMatchObject({
      code: 'email_already_exists',
    });
  });
  it.each(['ada@xn--mnchen-3ya.example', 'ada@münchen.example', 'ADA@MÜNCHEN.example'])(
    'refuses an e-mail whose domain is stored in another spelling: %s',
    async (email) => {
      const store = new EventStore(log);
      await register({ userId: ada.userId, email: 'ada@münchen.example' });
      await expect(register({ email })).rejects.toMatchObject({ code: 'email_already_exists' });
      expect(await findUsers(store, ['p-1'], email)).toMatchObject([{ userId: ada.userId }]);
    },
  );
  it.each([ada.email, 'ada@münchen.example'])(
    'reserves %s and all its spellings for the user',
    async (email) => {
      const { user } = await register({ email });
      const called = (text: string) => emailHolder(new EventStore(log), 'p-1', text);
      expect(await called(email)).toBe(user.userId);
      expect(await called(email.toUpperCase())).toBe(user.userId);
      expect(await called(`b${email}`)).toBeNull();
    },
  );
  it('lets another partner use the same e-mail and externalId', async () => {
    await register({ externalId: 'x-1' });
    const other = await register({ externalId: 'x-1', partnerId: 'p-2' });
    expect(other.created).toBe(true);
  });
  it('returns the same user for the same id', async () => {
    const first = await register({ userId: ada.userId });
    expect(await register({ userId: ada.userId })).toMatchObject({
      user: first.user,
      created: false,
    });
  });
});

describe('registering after an erasure', () => {
  const erase = (userId: string) => {
    const decision = erasePerson('a letter', [], new Date());
    return new EventStore(log).transact(users, userId, decision, cause);
  };
  it('may use the e-mail and the externalId again, for another user', async () => {
    const first = await register({ externalId: 'x-1' });
    await erase(first.user.userId);
    const again = await register({ externalId: 'x-1' });
    expect(again).toMatchObject({ created: true, user: { email: ada.email, externalId: 'x-1' } });
    expect(again.user.userId).not.toBe(first.user.userId);
    await expect(register()).rejects.toMatchObject({ code: 'email_already_exists' });
  });
});

describe('looking up a user by externalId', () => {
  const found = () => userByExternalId(new EventStore(log), 'p-1', 'x-1');
  it('finds the user', async () => {
    const { user } = await register({ externalId: 'x-1' });
    expect(await found()).toEqual(user);
  });
  it('finds nobody without a claim', async () => expect(await found()).toBeNull());
  it.each<[string, UserDetails | null]>([
    ['has not registered', null],
    ['has another one', { ...ada, externalId: 'x-2' }],
  ])('finds nobody if the claimant %s', async (_, details) => {
    const store = new EventStore(log);
    await claim(store, externalIdClaim('p-1', 'x-1'), ada.userId, new Date(), cause);
    if (details !== null)
      await store.transact(users, ada.userId, registerUser(details, new Date()), cause);
    expect(await found()).toBeNull();
  });
});

describe('the stream names of a registration', () => {
  const plain = [claimId('userEmail', 'p-1', ada.email), externalIdClaim('p-1', 'x-1')];
  const named = async () => {
    const names: string[] = [];
    for await (const { events, caughtUp } of log.subscribe(null, AbortSignal.timeout(60_000))) {
      names.push(...events.map(({ stream }) => stream));
      if (caughtUp) break;
    }
    return plain.filter((name) => names.includes(`claim-${name}`));
  };
  it('cannot be computed without the key', async () => {
    const own = registrarOf(log, undefined, undefined, keyedNames);
    await own.register({ ...ada, externalId: 'x-1' }, cause);
    expect(await named()).toEqual([]);
    const other = { ...ada, externalId: 'x-1', userId: randomUUID() };
    expect(await own.register(other, cause)).toMatchObject({ created: false });
  });
});

describe('registering under an externalId', () => {
  const externalId = 'x-1';
  it('is possible after the claiming creator was closed', async () => {
    await claim(new EventStore(log), externalIdClaim('p-1', externalId), 'gone', new Date(), cause);
    await abandon('gone');
    expect(await register({ externalId })).toMatchObject({ created: true });
  });
  it('returns the same user for a repeat', async () => {
    const first = await register({ externalId });
    expect(await register({ externalId })).toMatchObject({ user: first.user, created: false });
  });
  it('ignores the case of the e-mail', async () => {
    const first = await register({ externalId });
    const again = await register({ externalId, email: 'Ada@users.example' });
    expect(again).toMatchObject({ user: first.user, created: false });
  });
  it.each([
    ['name', { firstName: 'Grace' }],
    ['familyName', { lastName: 'Hopper' }],
    ['email', { email: 'grace@users.example' }],
    ['countryCode', { country: 'GBR' }],
  ])('refuses another %s', async (_, other) => {
    await register({ externalId });
    await expect(register({ externalId, ...other })).rejects.toMatchObject({
      code: 'external_id_already_exists',
    });
  });
  it('compares with the registration, and returns later changes', async () => {
    const { user } = await register({ externalId });
    const change = changeDetails({ firstName: 'Augusta', phone: '+12025550143' }, new Date());
    await new EventStore(log).transact(users, user.userId, change, cause);
    const again = await register({ externalId });
    expect(again).toMatchObject({ created: false, user: { firstName: 'Augusta' } });
    await expect(register({ externalId, firstName: 'Augusta' })).rejects.toMatchObject({
      code: 'external_id_already_exists',
    });
  });
  it('refuses another request before it checks its e-mail', async () => {
    const email = 'grace@users.example';
    await register({ externalId });
    await register({ email });
    await expect(register({ externalId, email })).rejects.toMatchObject({
      code: 'external_id_already_exists',
    });
  });
  it('frees the externalId when another user has the e-mail', async () => {
    await register({ externalId: 'x-2' });
    await expect(register({ externalId })).rejects.toMatchObject({ code: 'email_already_exists' });
    expect(await register({ externalId, email: 'grace@users.example' })).toMatchObject({
      created: true,
      user: { externalId },
    });
  });
  it('does not claim the e-mail of a refused request', async () => {
    const email = 'grace@users.example';
    const both = await Promise.allSettled([
      register({ externalId }),
      register({ externalId, email }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [made] = await audited(log);
    const free = made?.email === email ? ada.email : email;
    expect(await register({ email: free })).toMatchObject({ created: true });
  });
});

describe('a closed id', () => {
  const chain = ['u-0'];
  for (let i = 0; i < 8; i++) chain.push(deterministicId('user-instead-of', chain[i]!));
  const close = async (ids: readonly string[]) => {
    for (const id of ids) await abandon(id);
  };
  it.each([0, 1, 7])('is replaced after %d closed replacements', async (closed) => {
    await close(chain.slice(0, closed));
    expect(await registrar.idFor('u-0')).toBe(chain[closed]);
  });
  it('fails after eight closed ids', async () => {
    await close(chain.slice(0, 8));
    await expect(registrar.idFor('u-0')).rejects.toThrow(
      'All replacements of the id u-0 are closed',
    );
  });
});

describe('the wait of a creator', () => {
  const externalId = 'x-1';
  const claimed = externalIdClaim('p-1', externalId);
  let pauses: number[];
  let meanwhile: (ms: number) => Promise<unknown>;

  beforeEach(() => {
    pauses = [];
    meanwhile = async () => undefined;
    jest.spyOn(Math, 'random').mockReturnValue(0.5);
    registrar = new Registrar(new EventStore(log), (ms) => {
      pauses.push(ms);
      return meanwhile(ms);
    });
  });
  afterEach(() => void jest.restoreAllMocks());

  const claimEmail = (owner: string) =>
    claim(new EventStore(log), claimId('userEmail', 'p-1', ada.email), owner, new Date(), cause);
  const claimExternalId = (owner: string) =>
    claim(new EventStore(log), claimed, owner, new Date(), cause);

  it('is zero without another creator', async () => {
    await register({ externalId });
    await register({ externalId });
    expect(pauses).toEqual([]);
  });
  it('is zero for an existing user', async () => {
    await register();
    await expect(register()).rejects.toMatchObject({ code: 'email_already_exists' });
    expect(pauses).toEqual([]);
  });
  it('is short for a creator that only claimed the e-mail', async () => {
    await claimEmail('gone');
    expect(await register()).toMatchObject({ created: true });
    expect(pauses).toEqual([5, 20, 80]);
  });
  it('doubles for a creator that began again', async () => {
    await claimEmail('gone');
    await claimExternalId('closed');
    await abandon('closed');
    expect(await register({ externalId })).toMatchObject({ created: true });
    expect(pauses).toEqual([5, 10, 40, 160]);
  });
  it('ends with a new attempt when another creator was faster', async () => {
    await claimEmail('gone');
    const rival = { ...ada, userId: randomUUID() };
    meanwhile = async (ms) => ms === 80 && (await registrarOf(log).register(rival, cause));
    await expect(register()).rejects.toMatchObject({ code: 'email_already_exists' });
    expect(pauses).toEqual([5, 20, 80, 5]);
    expect(await audited(log)).toHaveLength(1);
  });
  it('doubles before each of eight attempts, then the request fails', async () => {
    await claimExternalId('closed');
    await abandon('closed');
    meanwhile = async () => {
      await new Promise(setImmediate);
      await abandon((await new EventStore(log).load(claims, claimed)) ?? '');
    };
    await expect(register({ externalId })).rejects.toMatchObject({
      code: 'temporarily_unavailable',
    });
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 640]);
  });
});

describe('fifty concurrent requests', () => {
  const fifty = (details: (i: number) => Partial<UserDetails>) =>
    Promise.allSettled(Array.from({ length: 50 }, (_, i) => register(details(i))));
  const fulfilled = (all: PromiseSettledResult<{ created: boolean }>[]) =>
    all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));

  it('create one user for one externalId', async () => {
    const all = fulfilled(await fifty(() => ({ externalId: 'x-1' })));
    expect(all).toHaveLength(50);
    expect(all.filter(({ created }) => created)).toHaveLength(1);
    expect(await audited(log)).toHaveLength(1);
  });
  it('create one user for one e-mail in two cases', async () => {
    const all = await fifty((i) => (i % 2 === 0 ? {} : { email: ada.email.toUpperCase() }));
    expect(fulfilled(all)).toHaveLength(1);
    for (const each of all)
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ code: 'email_already_exists' });
    expect(await audited(log)).toHaveLength(1);
  });
});
