import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Passwords } from '#operations/passwords.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import type { Sessions } from '../bearer/session.js';
import { partnerUserId, partnerUsers } from '../partner-user/partner-user.state.js';
import { createPartnerUser, disablePartnerUser } from '../partner-user/partner-user.decide.js';
import { LogInLimits } from './log-in-limits.js';
import { LogIn, LogInHandler } from './log-in.handler.js';

const key = { keyId: 'k1', partnerId: 'p-1' };
const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
const email = 'server@acme.example';
const session = { authToken: 'token' };

let log: InMemoryEventLog;
let passwords: Passwords;
let handler: LogInHandler;

const logIn = (password: string, as = email) =>
  handler.execute(new LogIn(key, as, password, 'r-1'));

beforeEach(async () => {
  log = new InMemoryEventLog();
  const store = new EventStore(log);
  passwords = new Passwords();
  const id = partnerUserId('p-1', email);
  const passwordHash = await passwords.hash('right');
  const user = { partnerUserId: id, partnerId: 'p-1', email, passwordHash, at: '' };
  await store.transact(partnerUsers, id, createPartnerUser(user), cause);
  const sessions = { open: () => Promise.resolve(session) } as unknown as Sessions;
  handler = new LogInHandler(store, passwords, new LogInLimits(store), sessions);
});

describe('logging in', () => {
  it('opens a session without an event', async () => {
    const before = await log.head();
    expect(await logIn('right')).toBe(session);
    expect(await log.head()).toBe(before);
  });
  it('of a disabled user fails like a wrong password', async () => {
    const store = new EventStore(log);
    const id = partnerUserId('p-1', email);
    await store.transact(partnerUsers, id, disablePartnerUser('left', new Date()), cause);
    await expect(logIn('right')).rejects.toMatchObject({ code: 'invalid_credentials' });
  });
  it.each(['server@xn--mnchen-3ya.example', 'Server@münchen.example'])(
    'finds %s, whose domain is stored in Unicode',
    async (as) => {
      const store = new EventStore(log);
      const id = partnerUserId('p-1', 'server@münchen.example');
      const passwordHash = await passwords.hash('of before');
      const user = { partnerId: 'p-1', email: 'server@münchen.example', passwordHash, at: '' };
      const created = createPartnerUser({ partnerUserId: id, ...user });
      await store.transact(partnerUsers, id, created, cause);
      expect(await logIn('of before', as)).toBe(session);
    },
  );
  it('rejects a wrong password with the common error', () =>
    expect(logIn('wrong')).rejects.toMatchObject({ code: 'invalid_credentials' }));
  it('reports an unknown user', () =>
    expect(logIn('right', 'nobody@acme.example')).rejects.toMatchObject({
      code: 'user_not_found',
    }));
  it('also compares a password for an unknown user, so that both take the same time', async () => {
    const matches = jest.spyOn(passwords, 'matches');
    await logIn('wrong', 'nobody@acme.example').catch(() => undefined);
    await logIn('wrong').catch(() => undefined);
    expect(matches.mock.calls.map(([, hash]) => hash)).toEqual([
      null,
      expect.stringMatching(/^\$argon2id\$/),
    ]);
  });
  it('waits in the queue of its partner', async () => {
    const matches = jest.spyOn(passwords, 'matches');
    await logIn('right');
    expect(matches.mock.calls.map(([, , by]) => by)).toEqual([{ pool: 'partner', key: 'p-1' }]);
  });
  it('does not compare the password of a locked user', async () => {
    for (const guess of ['1', '2', '3', '4', '5']) await logIn(guess).catch(() => undefined);
    const matches = jest.spyOn(passwords, 'matches');
    await expect(logIn('right')).rejects.toMatchObject({ code: 'too_many_attempts' });
    expect(matches).not.toHaveBeenCalled();
  });
  it('compares only five of fifty concurrent guesses', async () => {
    const matches = jest.spyOn(passwords, 'matches');
    const guesses = Array.from({ length: 50 }, (_, i) => (i === 5 ? 'right' : `guess ${i}`));
    const all = await Promise.allSettled(guesses.map((guess) => logIn(guess)));
    expect(matches).toHaveBeenCalledTimes(5);
    expect(all.some(({ status }) => status === 'fulfilled')).toBe(false);
  });
});
