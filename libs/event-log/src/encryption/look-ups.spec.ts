import { beforeEach, describe, expect, it } from '@jest/globals';
import { SecretCipher } from './secret-cipher.js';
import { deterministicId, isDeterministicId } from '#kernel/ids.js';
import { claim, claimId, claims, holdersOf, idsOf, newIdOf } from '#kernel/event-store/claims.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { PersonKeys } from './person-keys.js';
import { EncryptedEventLog } from './encrypted-event-log.js';

const cause = { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test' };
const now = new Date('2026-03-16T12:00:00.000Z');
const value = claimId('email', 'p-1', 'ada@users.example');
const id = deterministicId('staff', 'ada@users.example');

let disk: InMemoryEventLog;

/** Each a process of its own. */
const open = (...kids: string[]) => {
  const used = kids.length === 0 ? ['k1'] : kids;
  const ring = used.map((kid) => ({ kid, key: Buffer.alloc(32, kid) }));
  return new EncryptedEventLog(disk, new PersonKeys(disk.keys, new SecretCipher(ring)));
};
const store = (log = open()) => new EventStore(log);
/** A version that had no key. */
const older = () => new EventStore(disk);
const isClaimed = async (name: string) => (await older().load(claims, name)) !== null;

beforeEach(() => {
  disk = new InMemoryEventLog();
});
/** Something was appended before there was a key. */
const withPast = () => claim(older(), claimId('email', 'any'), 'somebody', now, cause);

describe('what somebody is looked up by', () => {
  it('is named by nothing that can be computed without the key, in a new log', async () => {
    const { claimed, asked, hashed } = await open().lookUps.ofClaim(value);
    expect(claimed).toEqual([hashed]);
    expect([asked, hashed]).toEqual([[], expect.stringMatching(/^email-[0-9a-f]{40}$/)]);
    expect(hashed).not.toBe(value);
  });

  it('has the same name in every process, also when all begin at once', async () => {
    const names = await Promise.all(
      Array.from({ length: 8 }, async () => (await open().lookUps.ofClaim(value)).hashed),
    );
    expect(new Set(names).size).toBe(1);
  });

  it('has another name in another event store', async () => {
    const { hashed } = await open().lookUps.ofClaim(value);
    disk = new InMemoryEventLog();
    expect((await open().lookUps.ofClaim(value)).hashed).not.toBe(hashed);
  });

  it('keeps its name when the ring is rotated and the key wrapped again', async () => {
    const { hashed } = await open('k1').lookUps.ofClaim(value);
    const ring = new SecretCipher([
      { kid: 'k2', key: Buffer.alloc(32, 'k2') },
      { kid: 'k1', key: Buffer.alloc(32, 'k1') },
    ]);
    expect(await new PersonKeys(disk.keys, ring).rewrap(() => undefined)).toBe(1);
    expect((await open('k2').lookUps.ofClaim(value)).hashed).toBe(hashed);
  });

  it('returns an id of this service', async () => {
    const { hashed } = await open().lookUps.ofId(id);
    expect(isDeterministicId(hashed)).toBe(true);
    expect(hashed).not.toBe(id);
  });

  it('is tried again when the store was away', async () => {
    const log = open();
    const find = disk.keys.find.bind(disk.keys);
    disk.keys.find = () => Promise.reject(new Error('away'));
    await expect(log.lookUps.open()).rejects.toThrow('away');
    disk.keys.find = find;
    expect((await log.lookUps.ofClaim(value)).claimed).toHaveLength(1);
  });
});

describe('in a log of a version that had no key', () => {
  beforeEach(withPast);

  it('it is claimed under both names, as that version may run beside', async () => {
    const { claimed, hashed } = await open().lookUps.ofClaim(value);
    expect(claimed).toEqual([value, hashed]);
  });

  it('it is claimed under the new one alone once that was said, and asked for by the old', async () => {
    expect(await open().lookUps.endPlain()).toBe(true);
    expect(await open().lookUps.endPlain()).toBe(false);
    const { claimed, asked, hashed } = await open().lookUps.ofClaim(value);
    expect([claimed, asked]).toEqual([[hashed], [value]]);
  });

  it('is found by whichever name it was claimed, the newest first', async () => {
    const opened = store();
    await claim(older(), value, 'old', now, cause);
    expect(await holdersOf(opened, value)).toEqual(['old']);
    const { hashed } = await opened.lookUps.ofClaim(value);
    await claim(opened, hashed, 'new', now, cause);
    expect(await holdersOf(opened, value)).toEqual(['new', 'old']);
  });

  it('something new has the id that the older version would give it', async () => {
    const opened = store();
    expect(await newIdOf(opened, 'staffEmail', id, now, cause)).toBe(id);
    expect(await idsOf(opened, id)).toContain(id);
  });

  it('has one id for those that know of the end of that version, and those that do not', async () => {
    for (const first of ['knows', 'knows not'] as const) {
      disk = new InMemoryEventLog();
      await withPast();
      const unaware = store();
      await unaware.lookUps.ofId(id);
      const log = open();
      await log.lookUps.endPlain();
      const both = first === 'knows' ? [store(log), unaware] : [unaware, store(log)];
      const ids = [];
      for (const each of both) ids.push(await newIdOf(each, 'staffEmail', id, now, cause));
      expect(new Set(ids).size).toBe(1);
      for (const each of both) expect(await idsOf(each, id)).toContain(ids[0]);
    }
  });
});

describe('in a new log', () => {
  it('an id is no claim and no plain hash', async () => {
    const opened = store();
    const made = await newIdOf(opened, 'staffEmail', id, now, cause);
    expect(await idsOf(opened, id)).toEqual([made]);
    expect(await isClaimed(`staffEmail-${made}`)).toBe(false);
    expect(made).not.toBe(id);
  });
});
