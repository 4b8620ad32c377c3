import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { withTimeout } from './with-timeout.js';

class Late extends Error {}

const never = new Promise<never>(() => undefined);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('work with a time-out', () => {
  it('answers what the work does, and leaves no timer', async () => {
    expect(await withTimeout(1_000, 'Redis', Promise.resolve('PONG'))).toBe('PONG');
    await Promise.resolve();
    expect(jest.getTimerCount()).toBe(0);
  });
  it('fails as the work does, and leaves no timer', async () => {
    const work = Promise.reject(new Error('refused'));
    await expect(withTimeout(1_000, 'Redis', work)).rejects.toThrow(/^refused$/);
    await Promise.resolve();
    expect(jest.getTimerCount()).toBe(0);
  });
  it('fails in time when the work does not end', async () => {
    const waiting = withTimeout(1_000, 'Redis', never);
    jest.advanceTimersByTime(1_000);
    await expect(waiting).rejects.toThrow('Redis: no answer within 1000 ms');
  });
  it('waits until then', async () => {
    let resolve = (_: string): void => undefined;
    const waiting = withTimeout(1_000, 'Redis', new Promise<string>((done) => (resolve = done)));
    jest.advanceTimersByTime(999);
    resolve('PONG');
    expect(await waiting).toBe('PONG');
  });
  it('fails with the error of its caller', async () => {
    const waiting = withTimeout(1_000, 'Redis', never, (message) => new Late(message));
    jest.advanceTimersByTime(1_000);
    await expect(waiting).rejects.toThrow(Late);
  });
});
