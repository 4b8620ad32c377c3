import { beforeEach, describe, expect, it } from '@jest/globals';
import { CooldownBreaker } from './cooldown-breaker.js';

const WAITS_MS = 20;
const RESTS_MS = 1_000;
let nowMs: number;
let asked: number;
let patience: CooldownBreaker;

beforeEach(() => {
  nowMs = 5;
  asked = 0;
  patience = new CooldownBreaker('Redis', WAITS_MS, RESTS_MS, () => nowMs);
});

const ask = (answer: () => Promise<string>) =>
  patience.ask(() => {
    asked += 1;
    return answer();
  });
const answers = () => Promise.resolve('here');
const fails = () => Promise.reject<string>(new Error('gone'));
const isSilent = () => new Promise<string>(() => undefined);

describe('a short patience', () => {
  it('hands on the answer', async () => expect(await ask(answers)).toBe('here'));

  it.each([
    ['silence', isSilent, 'Redis: no answer within 20 ms'],
    ['a failure', fails, 'gone'],
  ])('ends with %s, and asks nothing for a while', async (_, how, message) => {
    await expect(ask(how)).rejects.toThrow(message);
    nowMs += RESTS_MS - 1;
    await expect(ask(answers)).rejects.toThrow('Redis is left alone');
    expect(asked).toBe(1);
    nowMs += 1;
    expect(await ask(answers)).toBe('here');
  });
});
