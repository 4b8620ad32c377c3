import { hash } from 'node:crypto';

const NAMESPACE = Buffer.from('5f0c2b8e6b1d4a0f9a4c0d6f2f9f7b31', 'hex');

/** Returns the UUIDv5 (RFC 9562) of the parts in the namespace of this service. */
export const deterministicId = (...parts: readonly string[]): string =>
  asId(hash('sha1', Buffer.concat([NAMESPACE, Buffer.from(JSON.stringify(parts))])));

/** Returns the first 16 bytes of hexadecimal text as a UUIDv5. */
export const asId = (hex: string): string => {
  const variant = VARIANTS[parseInt(hex.charAt(16), 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

const VARIANTS = ['8', '9', 'a', 'b'];

/**
 * Returns whether the text may be an id of this service, a UUIDv5. Other systems rarely use this
 * version.
 */
export const isDeterministicId = (text: string): boolean => isUuid(text) && text[14] === '5';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);
