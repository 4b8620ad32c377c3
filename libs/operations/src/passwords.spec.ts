import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Passwords } from './passwords.js';

const passwords = new Passwords();
const partner = { pool: 'partner', key: 'p-1' } as const;
const staff = { pool: 'staff', key: '192.0.2.1' } as const;

/** Nice value of a process or thread. Its name may contain spaces. */
const niceOf = (id: number): number => {
  const status = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
  return Number(status.slice(status.lastIndexOf(')')).split(' ')[17]);
};

describe('passwords', () => {
  it('match their own argon2id hash only', async () => {
    const hash = await passwords.hash('correct horse battery');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,/);
    expect(await passwords.matches('correct horse battery', hash, partner)).toBe(true);
    expect(await passwords.matches('correct horse batterz', hash, partner)).toBe(false);
  });
  it.each([
    [
      'correct horse battery',
      '$argon2id$v=19$m=19456,p=1,t=2$yBcmfjKUhWxgRPYpO4lqEA$ajNYjMg3nkNiRZPgpIulD9zXnnpIq2Ah3CYB1jtZFk8',
    ],
    [
      'pässwörd 🔑',
      '$argon2id$v=19$m=8192,p=2,t=3$hsZ3TkHT0jvmkAmWATnXng$3MVP4+hpYeiSn7O6udW/sZB2anCo14Ka/BwprCgb5G0',
    ],
  ])('match a hash that the argon2 package made: %s', async (password, hash) => {
    expect(await passwords.matches(password, hash, partner)).toBe(true);
    expect(await passwords.matches(`${password}!`, hash, partner)).toBe(false);
  });
  it('are hashed cheaply with `cheapPasswords`, and match everywhere', async () => {
    const cheap = new Passwords({ cheapPasswords: true });
    const hash = await cheap.hash('correct horse battery');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    expect(await passwords.matches('correct horse battery', hash, partner)).toBe(true);
    expect(await cheap.matches('correct horse batterz', hash, partner)).toBe(false);
  });
  it('are not compared with a text that is not a hash', () =>
    expect(passwords.matches('x', 'plain', partner)).rejects.toThrow('argon2id'));
  it('do not match a null hash', async () =>
    expect(await passwords.matches('anything', null, partner)).toBe(false));
  it('are compared only if `first` succeeds', async () => {
    const locked = () => Promise.reject(new Error('locked'));
    await expect(passwords.matches('x', null, partner, locked)).rejects.toThrow('locked');
  });
  it('do not block the event loop', async () => {
    const ticked = jest.fn();
    const ticking = setInterval(ticked, 1);
    await Promise.all(Array.from({ length: 4 }, () => passwords.matches('x', null, partner)));
    clearInterval(ticking);
    expect(ticked.mock.calls.length).toBeGreaterThan(2);
  });
  it.each([
    ['partners are compared two at a time', partner, 2],
    ['staff are compared one at a time', staff, 1],
  ])('of %s', async (_, by, atOnce) => {
    let [now, most] = [0, 0];
    const hold = async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      now--;
    };
    await Promise.all(Array.from({ length: 8 }, () => passwords.matches('x', null, by, hold)));
    expect(most).toBe(atOnce);
  });

  describe('while unauthenticated callers try many for staff', () => {
    let order: string[];
    const tried = (name: string) => () => {
      order.push(name);
      return Promise.resolve();
    };
    const addresses = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ ...staff, key: `198.51.100.${i}` }));

    beforeEach(() => {
      order = [];
    });

    it('of partners are compared at once', async () => {
      const junk = addresses(20).map((by) => passwords.matches('x', null, by, tried('junk')));
      const login = passwords.matches('x', null, partner, tried('partner'));
      await Promise.all([...junk, login]);
      expect(order.indexOf('partner')).toBeLessThanOrEqual(2);
    });
    it('of an operator at another address are compared soon', async () => {
      const [first = staff] = addresses(1);
      const junk = Array.from({ length: 20 }, () =>
        passwords.matches('x', null, first, tried('junk')),
      );
      const operator = passwords.matches('x', null, staff, tried('operator'));
      await Promise.all([...junk, operator]);
      expect(order.indexOf('operator')).toBeLessThanOrEqual(4);
    });
  });
  it('are rejected unchecked when too many of one claimant wait', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 30 }, () => passwords.matches('x', null, staff)),
    );
    const refused = all.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(9);
    expect(refused[0]).toMatchObject({ reason: { refusal: 'too_many' } });
  });
  (process.platform === 'linux' ? it : it.skip)('have a lower priority than requests', async () => {
    await passwords.matches('x', null, partner);
    const given = Math.min(niceOf(process.pid) + 5, 19);
    const others = readdirSync('/proc/self/task').map((id) => niceOf(Number(id)));
    expect(others.filter((nice) => nice === given).length).toBeGreaterThan(0);
  });
  it('are hashed while all threads of Node’s pool are busy', async () => {
    const passwords = new Passwords();
    await passwords.matches('x', null, partner);
    const folder = mkdtempSync(join(tmpdir(), 'passwords-'));
    const pipes = ['1', '2', '3', '4'].map((name) => join(folder, name));
    execFileSync('mkfifo', pipes);
    // Opening a pipe blocks a thread until somebody writes to the pipe.
    const opened = pipes.map((pipe) => readFile(pipe));
    const compared = passwords.matches('x', null, partner).then(() => 'compared');
    const late = new Promise((resolve) => setTimeout(resolve, 600_000, 'late').unref());
    const first = await Promise.race([compared, late]);
    for (const pipe of pipes) writeFileSync(pipe, '');
    await Promise.all(opened);
    rmSync(folder, { recursive: true });
    expect(first).toBe('compared');
  });
});
