import { expect, it } from '@jest/globals';
import { KeyMissing, SecretCipher } from './secret-cipher.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { PersonKeys } from './person-keys.js';

const ring = (kid: string, byte: number) =>
  new SecretCipher([{ kid, key: Buffer.alloc(32, byte) }]);

it('reports that the log belongs to another key ring', async () => {
  const { keys } = new InMemoryEventLog();
  await new PersonKeys(keys, ring('k1', 1)).secret('look-ups', () => Promise.resolve('secret'));
  const read = (box: SecretCipher) =>
    new PersonKeys(keys, box).secret('look-ups', () => Promise.reject(new Error('none is made')));
  expect(await read(ring('k1', 1))).toBe('secret');
  await expect(read(ring('k1', 2))).rejects.toThrow(/belongs to another key ring/);
  await expect(read(ring('k2', 1))).rejects.toThrow(/No encryption key k1.*another key ring/);
  await expect(read(ring('k2', 1))).rejects.toThrow(KeyMissing);
});
