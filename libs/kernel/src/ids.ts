import { createHash } from 'node:crypto';

const NAMESPACE = Buffer.from('5f0c2b8e6b1d4a0f9a4c0d6f2f9f7b31', 'hex');

/** UUIDv5 (RFC 9562) of the parts, under this service's own namespace: the same parts, the same id. */
export const deterministicId = (...parts: readonly string[]): string => {
  const hash = createHash('sha1').update(NAMESPACE).update(JSON.stringify(parts)).digest();
  return asId(hash);
};

/** The first 16 of these bytes, as a UUID of that version. */
export const asId = (bytes: Buffer): string => {
  const hash = Buffer.from(bytes);
  hash[6] = (hash[6]! & 0x0f) | 0x50;
  hash[8] = (hash[8]! & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return [8, 12, 16, 20, 32]
    .map((end, i, ends) => hex.slice(i === 0 ? 0 : ends[i - 1], end))
    .join('-');
};

/**
 * Returns whether the text may be an id of this service, which are UUIDs of version 5. Ids of other
 * systems hardly ever are.
 */
export const isDeterministicId = (text: string): boolean => isUuid(text) && text[14] === '5';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);
