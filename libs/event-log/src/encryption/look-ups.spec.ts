import { beforeEach, describe, expect, it } from '@jest/globals';
import { SecretCipher } from './secret-cipher.js';
import { deterministicId, isDeterministicId } from '#kernel/ids.js';
import { claimId } from '#kernel/event-store/claims.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { PersonKeys } from './person-keys.js';
import { EncryptedEventLog } from './encrypted-event-log.js';

const value = claimId('email', 'p-1', 'ada@users.example');
const id = deterministicId('staff', 'ada@users.example');

let disk: InMemoryEventLog;

/** Returns the names of a new process. */
const open = (...kids: string[]) => {
  const used = kids.length === 0 ? ['k1'] : kids;
  const ring = used.map((kid) => ({ kid, key: Buffer.alloc(32, kid) }));
  return new EncryptedEventLog(disk, new PersonKeys(disk.keys, new SecretCipher(ring)));
};

beforeEach(() => {
  disk = new InMemoryEventLog();
});

describe('a look-up name', () => {
  it('cannot be computed without the key', async () => {
    const hashed = await open().lookUps.ofClaim(value);
    expect(hashed).toMatch(/^email-[0-9a-f]{40}$/);
    expect(hashed).not.toBe(value);
  });

  it('is the same in every process, also with a parallel start', async () => {
    const names = await Promise.all(Array.from({ length: 8 }, () => open().lookUps.ofClaim(value)));
    expect(new Set(names).size).toBe(1);
  });

  it('differs in another event store', async () => {
    const hashed = await open().lookUps.ofClaim(value);
    disk = new InMemoryEventLog();
    expect(await open().lookUps.ofClaim(value)).not.toBe(hashed);
  });

  it('stays the same after a rotation of the ring', async () => {
    const hashed = await open('k1').lookUps.ofClaim(value);
    const ring = new SecretCipher([
      { kid: 'k2', key: Buffer.alloc(32, 'k2') },
      { kid: 'k1', key: Buffer.alloc(32, 'k1') },
    ]);
    expect(await new PersonKeys(disk.keys, ring).rewrap(() => undefined)).toBe(1);
    expect(await open('k2').lookUps.ofClaim(value)).toBe(hashed);
  });

  it('returns an id of this service', async () => {
    const hashed = await open().lookUps.ofId(id);
    expect(isDeterministicId(hashed)).toBe(true);
    expect(hashed).not.toBe(id);
  });

  it('is available again after a failure of the store', async () => {
    const log = open();
    const find = disk.keys.find.bind(disk.keys);
    disk.keys.find = () => Promise.reject(new Error('away'));
    await expect(log.lookUps.open()).rejects.toThrow('away');
    disk.keys.find = find;
    expect(await log.lookUps.ofClaim(value)).toMatch(/^email-/);
  });

  it('rejects a log that a version before 0.2.0 began', async () => {
    const log = open();
    const ring = new SecretCipher([{ kid: 'k1', key: Buffer.alloc(32, 'k1') }]);
    await new PersonKeys(disk.keys, ring).secret('look-up', async () => 'beside:a2V5');
    await expect(log.lookUps.open()).rejects.toThrow('before 0.2.0');
  });
});
