import { beforeEach, describe, expect, it } from '@jest/globals';
import { EventStoreReach } from './event-store-reach.js';
import { HEALTH_EVENT_STORE_RETRY_TIMEOUT_MS } from './event-store-reach.js';

describe('an API reaches the event store', () => {
  let nowMs: number;
  let isAway: boolean;
  let reach: EventStoreReach;

  beforeEach(() => {
    [nowMs, isAway] = [0, false];
    const head = () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(1n));
    reach = new EventStoreReach({ head }, () => nowMs);
  });

  it('while the store responds', async () => {
    expect(await reach.look()).toBe('ok');
  });

  it('not before the first response', async () => {
    isAway = true;
    await expect(reach.look()).rejects.toThrow('away');
  });

  it('for a while after the last response', async () => {
    await reach.look();
    isAway = true;
    nowMs = HEALTH_EVENT_STORE_RETRY_TIMEOUT_MS;
    expect(await reach.look()).toBe('ok, but silent at the moment');
    nowMs += 1;
    await expect(reach.look()).rejects.toThrow('away');
  });

  it('again after the next response', async () => {
    isAway = true;
    await expect(reach.look()).rejects.toThrow('away');
    isAway = false;
    expect(await reach.look()).toBe('ok');
  });

  it('asks once for concurrent checks', async () => {
    let asked = 0;
    const head = () => Promise.resolve(BigInt(++asked));
    const other = new EventStoreReach({ head });
    await Promise.all([other.look(), other.look()]);
    expect(asked).toBe(1);
  });
});
