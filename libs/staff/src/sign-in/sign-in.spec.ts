import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Redis } from 'ioredis';
import { generateSync } from 'otplib';
import { Passwords } from '#platform/core/passwords.js';
import { SecretBox } from '#platform/core/secret-box.js';
import { newTotpSecret } from '#platform/core/totp.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { createStaff, disableStaff, replaceCredentials } from '../account/staff-account.decide.js';
import { boundTo, staffAccounts, staffIdOf } from '../account/staff-account.state.js';
import { accountCause } from '../account/staff-cause.js';
import { StaffSessions } from '../session/staff-sessions.js';
import { SignInLimits } from './sign-in-limits.js';
import { SignIn } from './sign-in.command.js';
import { SignInHandler } from './sign-in.handler.js';

const NOON = Date.parse('2026-03-16T12:00:00.000Z');
const STEP_MS = 30_000;
const IDLE_S = 1_800;
const SESSION_S = 43_200;
const email = 'ada@staff.example';
const id = staffIdOf(email);
const box = new SecretBox([{ kid: 'k1', key: Buffer.alloc(32, 1) }]);
const passwords = new Passwords();

/** What sessions need of Redis, by the test's clock. */
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

const sealed = (plain: string) => box.seal(plain, boundTo(id));
const code = (of = secret) => generateSync({ secret: of, epoch: Math.floor(Date.now() / 1_000) });
const later = (ms: number) => jest.setSystemTime(Date.now() + ms);
const change = (decision: ReturnType<typeof disableStaff>) =>
  store.transact(staffAccounts, id, decision, accountCause());

const enter = (changes: Partial<SignIn> = {}) => {
  const said = { email, password: 'right', code: code(), address: '10.0.0.1', ...changes };
  const { password, address } = said;
  return handler.execute(new SignIn(said.email, password, said.code, address, 'r-1'));
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
  const limits = new SignInLimits(store);
  handler = new SignInHandler(store, sessions, passwords, box, limits);
  secret = newTotpSecret();
  const credentials = { passwordHash: await passwords.hash('right'), sealedSecret: sealed(secret) };
  const account = { staffId: id, email, role: 'operator' as const, ...credentials };
  await change(createStaff(account, new Date()));
});

afterEach(() => {
  jest.useRealTimers();
});

describe('signing in', () => {
  it('begins a session that the token opens', async () => {
    const { token, staff } = await enter();
    expect(staff).toMatchObject({ staffId: id, email, role: 'operator' });
    expect(await sessions.find(token, true)).toEqual(staff);
  });
  it('keeps no part of the token', async () => {
    const { token } = await enter();
    const events = JSON.stringify(await log.read(`staff-${id}`), (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
    expect(events).not.toContain(token.split('.')[1]);
  });
  it('names the account as the actor, and the request', async () => {
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
  ])('does not tell that the %s is wrong', async (_, changes) => {
    expect(await outcome(changes)).toBe('sign_in_refused');
  });
  it('takes a code once', async () => {
    await enter();
    expect(await outcome()).toBe('sign_in_refused');
    later(STEP_MS);
    expect(await outcome()).toBe('signed in');
  });
  it('takes a code once of many that come at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => outcome()));
    expect(all.filter((each) => each === 'signed in')).toHaveLength(1);
  });
  it('is closed to a disabled account', async () => {
    await change(disableStaff(new Date()));
    expect(await outcome()).toBe('sign_in_refused');
  });
  it('takes no code of a secret that was replaced', async () => {
    const passwordHash = await passwords.hash('right');
    const sealedSecret = sealed(newTotpSecret());
    await change(replaceCredentials({ passwordHash, sealedSecret }, new Date()));
    expect(await outcome()).toBe('sign_in_refused');
  });
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
  it('of an address comes after fifty failures, and is no other address’s', async () => {
    for (let i = 0; i < 50; i++) await outcome({ email: `${i}@staff.example` });
    expect(await outcome()).toBe('too_many_attempts');
    expect(await outcome({ address: '10.0.0.2' })).toBe('signed in');
  });
});

describe('a session', () => {
  const isOpen = async (token: string, isUse = true) =>
    (await sessions.find(token, isUse)) !== null;

  it('ends when nobody used it for so long', async () => {
    const { token } = await enter();
    later(IDLE_S * 1_000 - 1_000);
    expect(await isOpen(token)).toBe(true);
    later(IDLE_S * 1_000 - 1_000);
    expect(await isOpen(token)).toBe(true);
    later(IDLE_S * 1_000);
    expect(await isOpen(token)).toBe(false);
  });
  it('is not kept alive by a page that asks by itself', async () => {
    const { token } = await enter();
    for (let i = 0; i < 3; i++) {
      later((IDLE_S * 1_000) / 4);
      expect(await isOpen(token, false)).toBe(true);
    }
    later((IDLE_S * 1_000) / 4);
    expect(await isOpen(token, false)).toBe(false);
  });
  it('ends at its time, however much it is used', async () => {
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
  ])('is not opened by %p', async (token) => {
    await enter();
    expect(await isOpen(token)).toBe(false);
  });
});
