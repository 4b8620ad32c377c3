import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { EventStore } from '#platform/event-store/event-store.js';
import { InMemoryEventLog } from '#platform/event-store/in-memory-event-log.js';
import { EventLogUnavailable } from '#platform/event-store/event-log.js';
import { createPartner } from '../partner/partner.decide.js';
import { partners } from '../partner/partner.state.js';
import { PartnerDirectory } from './partner-directory.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };

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
  return { directory: new PartnerDirectory(store), log, reads: () => reads };
};

describe('the directory of partners', () => {
  it('reads once for many who ask at once', async () => {
    const { directory, reads } = await open();
    const found = await Promise.all(Array.from({ length: 10 }, () => directory.find('p-1')));
    expect(found.every(({ name }) => name === 'Acme')).toBe(true);
    expect(reads()).toBe(1);
  });
  it('reads anew after half a second', async () => {
    const { directory, reads } = await open();
    await directory.find('p-1');
    await sleep(510);
    await directory.find('p-1');
    expect(reads()).toBe(2);
  });
  it('remembers nobody who does not exist', async () => {
    const { directory, reads } = await open();
    await directory.find('p-2');
    expect((await directory.find('p-2')).id).toBeNull();
    expect(reads()).toBe(2);
  });
  it('remembers no failure', async () => {
    const { directory, log } = await open();
    const read = log.read.bind(log);
    log.read = () => Promise.reject(new EventLogUnavailable('away'));
    await expect(directory.find('p-1')).rejects.toThrow('away');
    log.read = read;
    expect((await directory.find('p-1')).name).toBe('Acme');
  });
});
