import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { LogInLimits } from './log-in-limits.js';

const NOON = Date.parse('2026-03-16T12:00:00.000Z');
const MINUTE_MS = 60_000;
const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
const lockedOut = { refusal: 'too_many', code: 'too_many_attempts' };

let limits: LogInLimits;

beforeEach(() => {
  jest.useFakeTimers({ now: NOON, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  limits = new LogInLimits(new EventStore(new InMemoryEventLog()));
});

afterEach(() => {
  jest.useRealTimers();
});

const at = (minutes: number) => jest.setSystemTime(NOON + minutes * MINUTE_MS);

describe.each([
  ['a user', 5, () => limits.ofUser],
  ['an API key', 50, () => limits.ofKey],
] as const)('the lock-out of %s', (_, most, limit) => {
  const fail = async (times: number) => {
    for (let i = 0; i < times; i++) await limit().countFailure('s-1', cause);
  };
  const isOpen = () =>
    limit()
      .requireOpen('s-1')
      .then(
        () => true,
        () => false,
      );

  it('begins with the last allowed failure', async () => {
    await fail(most - 1);
    expect(await isOpen()).toBe(true);
    await fail(1);
    expect(await isOpen()).toBe(false);
  });

  it('lasts for exactly fifteen minutes', async () => {
    await fail(most);
    at(14.99);
    await expect(limit().requireOpen('s-1')).rejects.toMatchObject({
      ...lockedOut,
      retryAfterS: 1,
    });
    at(15);
    expect(await isOpen()).toBe(true);
  });

  it('counts failures within fifteen minutes of each other', async () => {
    await fail(most - 1);
    at(15);
    await fail(most - 1);
    expect(await isOpen()).toBe(true);
    at(29.9);
    await fail(1);
    expect(await isOpen()).toBe(false);
  });

  it('is not extended by further attempts', async () => {
    await fail(most);
    at(10);
    await expect(fail(1)).rejects.toMatchObject(lockedOut);
    at(15);
    expect(await isOpen()).toBe(true);
  });
});
