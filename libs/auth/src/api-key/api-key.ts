import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const PARTNER_CHARS = 25;
const SUFFIX_CHARS = 8;
const SECRET_BYTES = 32;
const PATTERN = /^pbk_([a-z0-9]{33})_([A-Za-z0-9_-]{43})$/;

export type ParsedKey = {
  readonly keyId: string;
  readonly partnerId: string;
  readonly secret: string;
};

/**
 * Creates a key of the form `pbk_<keyId>_<secret>`. The key id contains the partner's id in base
 * 36, so a lookup needs no index.
 */
export const newApiKey = (partnerId: string) => {
  const suffix = BigInt(`0x${randomBytes(8).toString('hex')}`).toString(36);
  const keyId = `${toBase36(partnerId)}${suffix.padStart(SUFFIX_CHARS, '0').slice(-SUFFIX_CHARS)}`;
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { keyId, secretHash: hashOf(secret), apiKey: `pbk_${keyId}_${secret}` };
};

export const parseApiKey = (text: string): ParsedKey | null => {
  const match = PATTERN.exec(text);
  if (match === null) return null;
  const [, keyId = '', secret = ''] = match;
  const partnerId = partnerOfKey(keyId);
  return partnerId === null ? null : { keyId, partnerId, secret };
};

/** Returns the partner's id in a key id; null for other text. */
export const partnerOfKey = (keyId: string): string | null => {
  if (!/^[a-z0-9]{33}$/.test(keyId)) return null;
  let number = 0n;
  for (const char of keyId.slice(0, PARTNER_CHARS))
    number = number * 36n + BigInt(parseInt(char, 36));
  const hex = number.toString(16).padStart(32, '0');
  if (hex.length > 32) return null;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** Compares a secret with its hash in constant time. A plain hash is enough for 256 random bits. */
export const secretMatches = (secret: string, secretHash: string): boolean =>
  timingSafeEqual(Buffer.from(hashOf(secret)), Buffer.from(secretHash));

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

const toBase36 = (uuid: string) =>
  BigInt(`0x${uuid.replaceAll('-', '')}`)
    .toString(36)
    .padStart(PARTNER_CHARS, '0');
