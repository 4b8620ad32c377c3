import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { Passwords } from '#operations/passwords.js';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { newTotpSecret } from '#kernel/totp.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { createStaff, signIn } from '../account/staff-account.decide.js';
import { boundTo, staffAccounts, staffIdOf } from '../account/staff-account.state.js';
import { accountCause } from '../account/staff-cause.js';
import { SignInLimits } from '../sign-in/sign-in-limits.js';
import { ChangePassword, ChangePasswordHandler } from './change-password.handler.js';
import { PasswordStrength } from './password-strength.js';

const email = 'ada@staff.example';
const id = staffIdOf(email);
const passwords = new Passwords();
const strength = new PasswordStrength();
const box = new SecretCipher([{ kid: 'k1', key: randomBytes(32) }]);

let store: EventStore;
let handler: ChangePasswordHandler;
let secret: string;

beforeEach(async () => {
  const log = new InMemoryEventLog();
  store = new EventStore(log);
  const limits = new SignInLimits(store);
  handler = new ChangePasswordHandler(store, passwords, box, limits, strength);
  secret = newTotpSecret();
  const sealedSecret = box.seal(secret, boundTo(id));
  const kept = { passwordHash: await passwords.hash('right'), sealedSecret };
  const account = { staffId: id, email, role: 'operator' as const, ...kept };
  const cause = accountCause();
  await store.transact(staffAccounts, id, createStaff(account, new Date()), cause);
  for (const [i, session] of ['here', 'elsewhere'].entries())
    await store.transact(
      staffAccounts,
      id,
      signIn(sealedSecret, i + 1, session, new Date()),
      cause,
    );
});

const now = () => generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) });
const NEW = 'staple-goose-battery-violin-correct-harbour';
const ask = (current: string, code: string, next = NEW) => {
  const staff = { staffId: id, email, role: 'operator', sessionId: 'here', endsAt: '' } as const;
  return handler.execute(new ChangePassword(staff, current, code, next, 'r-1')).then(
    () => 'changed',
    (error: unknown) => (error as { code: string }).code,
  );
};
const account = () => store.load(staffAccounts, id);

describe('a staff member', () => {
  it.each(['password1234 ', 'ada@staff.example'])('cannot choose %s', async (next) => {
    expect(await ask('right', now(), next)).toBe('password_guessable');
    expect(await ask('right', now())).toBe('changed');
  });

  it('gets the new password and keeps the present session', async () => {
    expect(await ask('right', now())).toBe('changed');
    const { passwordHash = '', sessions } = (await account()) ?? {};
    const by = { pool: 'staff', key: id } as const;
    expect(await passwords.matches(NEW, passwordHash, by)).toBe(true);
    expect(sessions).toMatchObject([{ sessionId: 'here' }]);
  });

  it.each([
    ['a wrong password', () => ask('wrong', now()), 'credentials_wrong'],
    ['a wrong code', () => ask('right', '000000'), 'credentials_wrong'],
    ['the same password', () => ask('right', now(), 'right'), 'password_unchanged'],
  ])('is rejected with %s', async (_, attempt, outcome) => {
    expect(await attempt()).toBe(outcome);
    expect((await account())?.sessions).toHaveLength(2);
  });

  it('changes the password once per code', async () => {
    const code = now();
    expect(await ask('right', code)).toBe('changed');
    expect(await ask(NEW, code, 'kx8Vw2pQ_mN4')).toBe('credentials_wrong');
  });

  it('is not locked out by a used code', async () => {
    const code = now();
    expect(await ask('right', code)).toBe('changed');
    for (let i = 0; i < 6; i++)
      expect(await ask(NEW, code, 'kx8Vw2pQ_mN4')).toBe('credentials_wrong');
  });

  it('is locked out after five failures, like at the sign-in', async () => {
    for (let i = 0; i < 5; i++) await ask('wrong', now());
    expect(await ask('right', now())).toBe('too_many_attempts');
  });
});
