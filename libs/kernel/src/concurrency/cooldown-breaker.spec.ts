import { beforeEach, describe, expect, it } from '@jest/globals';
import { CooldownBreaker } from './cooldown-breaker.js';

const TIMEOUT_MS = 20;
const COOLDOWN_MS = 1_000;
let nowMs: number;
let calls: number;
let breaker: CooldownBreaker;

beforeEach(() => {
  nowMs = 5;
  calls = 0;
  breaker = new CooldownBreaker('Redis', TIMEOUT_MS, COOLDOWN_MS, () => nowMs);
});

const run = (call: () => Promise<string>) =>
  breaker.run(() => {
    calls += 1;
    return call();
  });
const succeeds = () => Promise.resolve('here');
const fails = () => Promise.reject<string>(new Error('gone'));
const isSilent = () => new Promise<string>(() => undefined);

describe('a cooldown breaker', () => {
  it('returns the response', async () => expect(await run(succeeds)).toBe('here'));

  it.each([
    ['silence', isSilent, 'Redis: no answer within 20 ms'],
    ['a failure', fails, 'gone'],
  ])('ends with %s, and stops calls for a while', async (_, how, message) => {
    await expect(run(how)).rejects.toThrow(message);
    nowMs += COOLDOWN_MS - 1;
    await expect(run(succeeds)).rejects.toThrow('Redis failed a moment ago');
    expect(calls).toBe(1);
    nowMs += 1;
    expect(await run(succeeds)).toBe('here');
  });
});
