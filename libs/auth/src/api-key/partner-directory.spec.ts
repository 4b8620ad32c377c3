import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { EventLogUnavailable } from '#kernel/event-store/event-log.js';
import { createKey, createPartner, revokeKey } from '../partner/partner.decide.js';
import { partners } from '../partner/partner.state.js';
import { PartnerDirectory } from './partner-directory.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };

let nowMs: number;

/** Time passes only when a test advances it. */
beforeEach(() => {
  nowMs = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  jest.restoreAllMocks();
});

const open = async () => {
  const log = new InMemoryEventLog();
  const store = new EventStore(log);
  await store.transact(partners, 'p-1', createPartner('p-1', 'Acme', new Date()), cause);
  let reads = 0;
  const read = log.read.bind(log);
  log.read = (...args) => {
    reads++;
    return read(...args);
  };
  const make = (keyId: string) =>
    store.transact(partners, 'p-1', createKey(keyId, 'hash', new Date()), cause);
  const revoke = (keyId: string) =>
    store.transact(partners, 'p-1', revokeKey(keyId, new Date()), cause);
  // Directory of a second process, which does not write.
  const directory = new PartnerDirectory(new EventStore(log));
  return { directory, log, make, revoke, reads: () => reads };
};

describe('the directory of partners', () => {
  it('reads once for concurrent calls', async () => {
    const { directory, reads } = await open();
    const found = await Promise.all(Array.from({ length: 10 }, () => directory.find('p-1')));
    expect(found.every(({ name }) => name === 'Acme')).toBe(true);
    expect(reads()).toBe(1);
  });
  it('reads again after half a second', async () => {
    const { directory, reads } = await open();
    await directory.find('p-1');
    nowMs += 499;
    await directory.find('p-1');
    expect(reads()).toBe(1);
    nowMs += 1;
    await directory.find('p-1');
    expect(reads()).toBe(2);
  });
  it('does not cache a missing partner', async () => {
    const { directory, reads } = await open();
    await directory.find('p-2');
    expect((await directory.find('p-2')).id).toBeNull();
    expect(reads()).toBe(2);
  });
  it('does not cache a failure', async () => {
    const { directory, log } = await open();
    const read = log.read.bind(log);
    log.read = () => Promise.reject(new EventLogUnavailable('away'));
    await expect(directory.find('p-1')).rejects.toThrow('away');
    log.read = read;
    expect((await directory.find('p-1')).name).toBe('Acme');
  });
});

describe('a key in the directory', () => {
  it('is known at once after another process created it', async () => {
    const { directory, make } = await open();
    expect(await directory.activeKey('p-1', 'k-1', Date.now())).toBeNull();
    await make('k-1');
    const asked = Array.from({ length: 10 }, () => directory.activeKey('p-1', 'k-1', Date.now()));
    for (const key of await Promise.all(asked)) expect(key).toMatchObject({ keyId: 'k-1' });
  });
  it('is known at once during other reads', async () => {
    const { directory, make } = await open();
    const before = directory.activeKey('p-1', 'k-2', Date.now());
    await make('k-1');
    expect(await directory.activeKey('p-1', 'k-1', Date.now())).not.toBeNull();
    expect(await before).toBeNull();
  });
  it('needs no read while it is cached', async () => {
    const { directory, make, reads } = await open();
    await make('k-1');
    await directory.activeKey('p-1', 'k-1', Date.now());
    const before = reads();
    await directory.activeKey('p-1', 'k-1', Date.now());
    expect(reads()).toBe(before);
  });
  it('needs one read for concurrent calls with an unknown key', async () => {
    const { directory, reads } = await open();
    await directory.find('p-1');
    const asked = Array.from({ length: 10 }, () => directory.activeKey('p-1', 'k-9', Date.now()));
    expect(await Promise.all(asked)).toEqual(asked.map(() => null));
    expect(reads()).toBe(2);
  });
  it('is rejected without another read after its revocation is known', async () => {
    const { directory, make, revoke, reads } = await open();
    await make('k-1');
    await revoke('k-1');
    await directory.find('p-1');
    const before = reads();
    expect(await directory.activeKey('p-1', 'k-1', Date.now())).toBeNull();
    expect(reads()).toBe(before);
  });
  it('is available without a wait for half a second after a read', async () => {
    const { directory, make } = await open();
    const atHand = () => directory.activeKeyAtHand('p-1', 'k-1', Date.now());
    await make('k-1');
    expect(atHand()).toBeNull();
    await directory.find('p-1');
    expect(atHand()).toMatchObject({ keyId: 'k-1' });
    expect(directory.activeKeyAtHand('p-1', 'k-2', Date.now())).toBeNull();
    nowMs += 500;
    expect(atHand()).toBeNull();
  });
  it('is not available without a wait after its revocation is known', async () => {
    const { directory, make, revoke } = await open();
    await make('k-1');
    await revoke('k-1');
    await directory.find('p-1');
    expect(directory.activeKeyAtHand('p-1', 'k-1', Date.now())).toBeNull();
  });
});
