import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { CommandBus } from '@nestjs/cqrs';
import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { generateSync } from 'otplib';
import type { Passwords } from '#operations/passwords.js';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { newTotpSecret } from '#kernel/totp.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { eventsOf } from '../../../../test/support/events-of.js';
import {
  createStaff,
  disableStaff,
  replaceCredentials,
  signOutEverywhere,
} from '../account/staff-account.decide.js';
import { boundTo, staffAccounts, staffIdOf } from '../account/staff-account.state.js';
import { accountCause } from '../account/staff-cause.js';
import { KnownDevices } from '../session/known-devices.js';
import { StaffSessions } from '../session/staff-sessions.js';
import { SignInLimits } from './sign-in-limits.js';
import { UnlockStaff, UnlockStaffHandler } from '../unlock-staff/unlock-staff.handler.js';
import { SignIn, SignInHandler } from './sign-in.handler.js';
import { SignInController } from './sign-in.controller.js';

const NOON = Date.parse('2026-03-16T12:00:00.000Z');
const STEP_MS = 30_000;
const IDLE_S = 1_800;
const SESSION_S = 43_200;
const email = 'ada@staff.example';
const id = staffIdOf(email);
const box = new SecretCipher([{ kid: 'k1', key: Buffer.alloc(32, 1) }]);

/** Cheap hashes, because these tests do not measure the cost of a guess. */
const passwords = {
  hash: (password: string) => Promise.resolve(`hash of ${password}`),
  matches: async (
    password: string,
    hash: string | null,
    _by: object,
    first: () => Promise<void>,
  ) => {
    await first();
    return hash === `hash of ${password}`;
  },
} as unknown as Passwords;

/** Redis operations that sessions need, with the clock of the test. */
class Expiring {
  private readonly kept = new Map<string, number>();
  set = (key: string, _value: string, _ex: 'EX', s: number) => {
    this.kept.set(key, Date.now() + s * 1_000);
    return Promise.resolve('OK');
  };
  get = (key: string) => Promise.resolve((this.kept.get(key) ?? 0) > Date.now() ? '1' : null);
  getex = async (key: string, ex: 'EX', s: number) => {
    const found = await this.get(key);
    if (found !== null) await this.set(key, found, ex, s);
    return found;
  };
  flush = () => this.kept.clear();
}

let log: InMemoryEventLog;
let store: EventStore;
let redis: Expiring;
let sessions: StaffSessions;
let secret: string;
let handler: SignInHandler;
let limits: SignInLimits;

const encrypted = (plain: string) => box.seal(plain, boundTo(id));
const code = (of = secret) => generateSync({ secret: of, epoch: Math.floor(Date.now() / 1_000) });
const later = (ms: number) => jest.setSystemTime(Date.now() + ms);
const change = (decision: ReturnType<typeof disableStaff>) =>
  store.transact(staffAccounts, id, decision, accountCause());

const enter = (changes: Partial<SignIn> = {}) => {
  const said = { email, password: 'right', code: code(), address: '10.0.0.1', device: '' };
  const {
    email: as,
    password,
    code: typed,
    address,
    device,
    gone,
  } = {
    ...{ ...said, gone: new AbortController().signal },
    ...changes,
  };
  return handler.execute(new SignIn(as, password, typed, address, device, 'r-1', gone));
};
const outcome = (changes?: Partial<SignIn>) =>
  enter(changes).then(
    () => 'signed in',
    (error: unknown) => (error as { code: string }).code,
  );

beforeEach(async () => {
  jest.useFakeTimers({ now: NOON, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  log = new InMemoryEventLog();
  store = new EventStore(log);
  redis = new Expiring();
  const lifetimes = { idleS: IDLE_S, sessionS: SESSION_S };
  sessions = new StaffSessions(store, redis as unknown as Redis, lifetimes);
  limits = new SignInLimits(store);
  handler = new SignInHandler(store, sessions, passwords, box, limits, new KnownDevices(box));
  secret = newTotpSecret();
  const credentials = {
    passwordHash: await passwords.hash('right'),
    sealedSecret: encrypted(secret),
  };
  const account = { staffId: id, email, role: 'operator' as const, ...credentials };
  await change(createStaff(account, new Date()));
});

afterEach(() => {
  jest.useRealTimers();
});

describe('signing in', () => {
  it('starts a session for the token', async () => {
    const { token, staff } = await enter();
    expect(staff).toMatchObject({ staffId: id, email, role: 'operator' });
    expect(await sessions.find(token, true)).toEqual(staff);
  });
  it.each(['Ada@xn--mnchen-3ya.example', 'ada@münchen.example'])(
    'finds %s, whose domain is stored in Unicode',
    async (as) => {
      const former = staffIdOf('ada@münchen.example');
      const sealedSecret = box.seal(secret, boundTo(former));
      const kept = { passwordHash: await passwords.hash('right'), sealedSecret };
      const named = { staffId: former, email: 'ada@münchen.example', role: 'operator' as const };
      const created = createStaff({ ...named, ...kept }, new Date());
      await store.transact(staffAccounts, former, created, accountCause());
      expect((await enter({ email: as })).staff.staffId).toBe(former);
    },
  );
  it('does not store a part of the token', async () => {
    const { token } = await enter();
    const events = JSON.stringify(await log.read(`staff-${id}`), (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
    expect(events).not.toContain(token.split('.')[1]);
  });
  it('records the account as actor, and the request', async () => {
    await enter();
    const [, signedIn] = await log.read(`staff-${id}`);
    expect(signedIn).toMatchObject({
      type: 'StaffSignedIn',
      metadata: { actor: `staff:${id}`, correlationId: 'r-1' },
    });
  });
  it.each<[string, Partial<SignIn>]>([
    ['password', { password: 'wrong' }],
    ['code', { code: '000000' }],
    ['e-mail', { email: 'nobody@staff.example' }],
  ])('does not reveal that the %s is wrong', async (_, changes) => {
    expect(await outcome(changes)).toBe('sign_in_refused');
  });
  it('waits in the queue of its address', async () => {
    const matches = jest.spyOn(passwords, 'matches');
    await enter();
    expect(matches.mock.calls.map(([, , by]) => by)).toEqual([{ pool: 'staff', key: '10.0.0.1' }]);
    matches.mockRestore();
  });
  it('accepts a code once', async () => {
    await enter();
    expect(await outcome()).toBe('sign_in_refused');
    later(STEP_MS);
    expect(await outcome()).toBe('signed in');
  });
  it('accepts one of several concurrent uses of a code', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => outcome()));
    expect(all.filter((each) => each === 'signed in')).toHaveLength(1);
  });
  it('rejects a disabled account', async () => {
    await change(disableStaff(new Date()));
    expect(await outcome()).toBe('sign_in_refused');
  });
  it('rejects a code of a replaced secret', async () => {
    const passwordHash = await passwords.hash('right');
    const sealedSecret = encrypted(newTotpSecret());
    await change(replaceCredentials({ passwordHash, sealedSecret }, new Date()));
    expect(await outcome()).toBe('sign_in_refused');
  });
});

describe('many callers at one address', () => {
  const crowd = () =>
    Array.from({ length: 40 }, (_, i) => outcome({ email: `${i}@crowd.example` }));

  it('are rejected beyond the running ones and ten waiting ones', async () => {
    const outcomes = await Promise.all(crowd());
    expect(outcomes.slice(0, 14)).toEqual(Array(14).fill('sign_in_refused'));
    expect(outcomes.slice(14)).toEqual(Array(26).fill('rate_limited'));
  });
  it('are not looked up beyond that', async () => {
    const loaded = jest.spyOn(store, 'load');
    await Promise.all(crowd());
    const looked = loaded.mock.calls.map(([, id]) => id);
    const tried = Array.from({ length: 40 }, (_, i) => staffIdOf(`${i}@crowd.example`));
    expect(tried.filter((each) => looked.includes(each))).toEqual(tried.slice(0, 14));
  });
  it('do not block an operator elsewhere', async () => {
    const order: string[] = [];
    const all = crowd().map((each) => each.then((code) => order.push(code)));
    const operator = outcome({ address: '10.0.0.2' }).then((code) => order.push(code));
    await Promise.all([...all, operator]);
    expect(order.filter((each) => each !== 'rate_limited').indexOf('signed in')).toBeLessThan(10);
  });
});

describe('many callers at many addresses', () => {
  const crowd = () =>
    Array.from({ length: 200 }, (_, i) =>
      outcome({ email: `${i}@crowd.example`, address: `10.0.1.${i}` }),
    );

  it('are rejected beyond a hundred waiting ones', async () => {
    const outcomes = await Promise.all(crowd());
    expect(outcomes.filter((each) => each === 'sign_in_refused')).toHaveLength(104);
    expect(outcomes.filter((each) => each === 'temporarily_unavailable')).toHaveLength(96);
  });
  it('do not delay a known browser', async () => {
    const { device } = await enter();
    later(STEP_MS);
    const order: string[] = [];
    const all = crowd().map((each) => each.then((code) => order.push(code)));
    const known = outcome({ device, address: '10.0.0.2' }).then((code) => order.push(code));
    await Promise.all([...all, known]);
    const asked = order.filter((each) => each !== 'temporarily_unavailable');
    expect(asked.indexOf('signed in')).toBeLessThan(20);
    expect(asked).toContain('signed in');
  });
  it('are not counted if they disconnect while they wait', async () => {
    const gone = new AbortController();
    const all = Array.from({ length: 10 }, (_, i) =>
      outcome({ email: `${i}@crowd.example`, gone: gone.signal }),
    );
    gone.abort();
    expect((await Promise.all(all)).filter((each) => each === 'sign_in_refused')).toHaveLength(4);
  });
});

it('notices that its caller disconnects', async () => {
  const socket = new EventEmitter();
  const isGone: boolean[] = [];
  const execute = ({ gone }: SignIn) => {
    isGone.push(gone.aborted);
    socket.emit('close');
    isGone.push(gone.aborted);
    return Promise.reject(new Error('it has gone'));
  };
  const controller = new SignInController({ execute } as unknown as CommandBus);
  const request = { ip: '10.0.0.1', id: 'r-1', headers: {}, raw: { socket } };
  const body = { email, password: 'right', code: code() };
  const answer = controller.signIn(body, request as unknown as FastifyRequest, {} as FastifyReply);
  await expect(answer).rejects.toThrow('it has gone');
  expect(isGone).toEqual([false, true]);
});

describe('the lock-out', () => {
  it.each([email, 'nobody@staff.example'])('of %s comes after five failures', async (tried) => {
    for (let i = 0; i < 5; i++)
      expect(await outcome({ email: tried, password: 'wrong' })).toBe('sign_in_refused');
    expect(await outcome({ email: tried })).toBe('too_many_attempts');
    later(15 * 60_000);
    expect(await outcome({ email: tried, password: 'wrong' })).toBe('sign_in_refused');
  });
  it('counts wrong codes like wrong passwords', async () => {
    for (let i = 0; i < 5; i++) await outcome({ code: '000000' });
    expect(await outcome()).toBe('too_many_attempts');
  });
  it('of an address comes after fifty failures and affects only this address', async () => {
    for (let i = 0; i < 50; i++) await outcome({ email: `${i}@staff.example` });
    expect(await outcome()).toBe('too_many_attempts');
    expect(await outcome({ address: '10.0.0.2' })).toBe('signed in');
  });
});

describe('an account under attack', () => {
  const guess = (i: number) =>
    outcome({ password: 'wrong', address: `10.0.1.${Math.floor(i / 5)}` });
  const guesses = async (times: number) => {
    for (let i = 0; i < times; i++) expect(await guess(i)).toBe('sign_in_refused');
  };

  it('is locked for the address of five guesses and open for other addresses', async () => {
    await guesses(5);
    expect(await outcome({ address: '10.0.1.0' })).toBe('too_many_attempts');
    expect(await outcome()).toBe('signed in');
  });
  it('is locked after twenty-five guesses, except for a known browser', async () => {
    const { device } = await enter();
    later(STEP_MS);
    await guesses(25);
    expect(await outcome()).toBe('too_many_attempts');
    expect(await outcome({ device })).toBe('signed in');
  });
  it('counts the guesses from a known browser separately', async () => {
    const { device } = await enter();
    later(STEP_MS);
    for (let i = 0; i < 5; i++)
      expect(await outcome({ device, password: 'wrong' })).toBe('sign_in_refused');
    expect(await outcome({ device })).toBe('too_many_attempts');
    expect(await outcome()).toBe('signed in');
  });
  it('accepts a known browser at a locked address', async () => {
    const { device } = await enter();
    later(STEP_MS);
    for (let i = 0; i < 50; i++) await outcome({ email: `${i}@staff.example` });
    expect(await outcome()).toBe('too_many_attempts');
    expect(await outcome({ device })).toBe('signed in');
  });
  it('is open after an operator unlocks it, and records the operator', async () => {
    await guesses(25);
    const unlocking = new UnlockStaffHandler(store, limits);
    await unlocking.execute(new UnlockStaff(id, { actor: 'staff:s-2' }));
    expect(await outcome()).toBe('signed in');
    expect(await eventsOf(log)).toContainEqual(
      expect.objectContaining({
        type: 'AttemptsForgiven',
        metadata: expect.objectContaining({ actor: 'staff:s-2' }),
      }),
    );
  });
  it('is not locked by a used code with the right password', async () => {
    await enter();
    for (let i = 0; i < 30; i++) expect(await outcome()).toBe('sign_in_refused');
    later(STEP_MS);
    expect(await outcome()).toBe('signed in');
  });
  it('is not locked by eight concurrent sign-ins with one right code', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => outcome()));
    expect(all.filter((each) => each === 'signed in')).toHaveLength(1);
    later(STEP_MS);
    expect(await outcome()).toBe('signed in');
  });
});

describe('a known browser', () => {
  const locked = async () => {
    for (let i = 0; i < 25; i++)
      await outcome({ password: 'wrong', address: `10.0.1.${Math.floor(i / 5)}` });
  };
  it('is unknown to another account', async () => {
    const otherId = staffIdOf('bob@staff.example');
    const sealedSecret = box.seal(secret, boundTo(otherId));
    const account = { staffId: otherId, email: 'bob@staff.example', role: 'finance' as const };
    const decision = createStaff(
      { ...account, passwordHash: await passwords.hash('right'), sealedSecret },
      new Date(),
    );
    await store.transact(staffAccounts, otherId, decision, accountCause());
    const { device } = await enter({ email: 'bob@staff.example' });
    await locked();
    expect(await outcome({ device })).toBe('too_many_attempts');
  });
  it.each([
    ['signed out everywhere', () => signOutEverywhere(new Date())],
    ['was disabled', () => disableStaff(new Date())],
    [
      'got new credentials',
      (passwordHash: string) =>
        replaceCredentials({ passwordHash, sealedSecret: encrypted(secret) }, new Date()),
    ],
  ])('is forgotten once its account %s', async (_, decision) => {
    const { device } = await enter();
    later(STEP_MS);
    await change(decision(await passwords.hash('right')));
    await locked();
    expect(await outcome({ device })).toBe('too_many_attempts');
  });
  it('is forgotten after ninety days', async () => {
    const { device } = await enter();
    later(90 * 24 * 3_600_000);
    await locked();
    expect(await outcome({ device })).toBe('too_many_attempts');
  });
  it.each(['', 'x', 'v1.k1.AAAA', 'v1.k9.AAAA'])('is unknown with %j', async (device) => {
    await locked();
    expect(await outcome({ device })).toBe('too_many_attempts');
  });
});

describe('a session', () => {
  const isOpen = async (token: string, isUse = true) =>
    (await sessions.find(token, isUse)) !== null;

  it('ends after the idle time', async () => {
    const { token } = await enter();
    later(IDLE_S * 1_000 - 1_000);
    expect(await isOpen(token)).toBe(true);
    later(IDLE_S * 1_000 - 1_000);
    expect(await isOpen(token)).toBe(true);
    later(IDLE_S * 1_000);
    expect(await isOpen(token)).toBe(false);
  });
  it('is not extended by a page that polls', async () => {
    const { token } = await enter();
    for (let i = 0; i < 3; i++) {
      later((IDLE_S * 1_000) / 4);
      expect(await isOpen(token, false)).toBe(true);
    }
    later((IDLE_S * 1_000) / 4);
    expect(await isOpen(token, false)).toBe(false);
  });
  it('ends at its latest time despite its use', async () => {
    const { token, staff } = await enter();
    expect(staff.endsAt).toBe(new Date(NOON + SESSION_S * 1_000).toISOString());
    for (let s = 0; s < SESSION_S; s += IDLE_S / 2) {
      expect(await isOpen(token)).toBe(true);
      later((IDLE_S / 2) * 1_000);
    }
    expect(await isOpen(token)).toBe(false);
  });
  it('ends with the account', async () => {
    const { token } = await enter();
    await change(disableStaff(new Date()));
    expect(await isOpen(token)).toBe(false);
  });
  it('ends with a wiped Redis', async () => {
    const { token } = await enter();
    redis.flush();
    expect(await isOpen(token)).toBe(false);
  });
  it.each([
    '',
    'x',
    '.',
    `${id}.`,
    `${id}.${'A'.repeat(43)}`,
    `${staffIdOf('b')}.${'A'.repeat(43)}`,
  ])('is not found by %p', async (token) => {
    await enter();
    expect(await isOpen(token)).toBe(false);
  });
});
