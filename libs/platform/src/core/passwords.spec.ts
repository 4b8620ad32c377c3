import { describe, expect, it, jest } from '@jest/globals';
import { Passwords } from './passwords.js';

const passwords = new Passwords();

describe('passwords', () => {
  it('match their own argon2id hash only', async () => {
    const hash = await passwords.hash('correct horse battery');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,/);
    expect(await passwords.matches('correct horse battery', hash)).toBe(true);
    expect(await passwords.matches('correct horse batterz', hash)).toBe(false);
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
    expect(await passwords.matches(password, hash)).toBe(true);
    expect(await passwords.matches(`${password}!`, hash)).toBe(false);
  });
  it('are never compared with what is no hash', () =>
    expect(passwords.matches('x', 'plain')).rejects.toThrow('argon2id'));
  it('match nobody’s, after as much work', async () =>
    expect(await passwords.matches('anything', null)).toBe(false));
  it('are compared only after what goes first', async () => {
    const locked = () => Promise.reject(new Error('locked'));
    await expect(passwords.matches('x', null, locked)).rejects.toThrow('locked');
  });
  it('are worked on beside the event loop', async () => {
    const ticked = jest.fn();
    const ticking = setInterval(ticked, 1);
    await Promise.all(Array.from({ length: 4 }, () => passwords.matches('x', null)));
    clearInterval(ticking);
    expect(ticked.mock.calls.length).toBeGreaterThan(2);
  });
  it('are compared two at a time', async () => {
    let [now, most] = [0, 0];
    const hold = async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      now--;
    };
    await Promise.all(Array.from({ length: 8 }, () => passwords.matches('x', null, hold)));
    expect(most).toBe(2);
  });
});
