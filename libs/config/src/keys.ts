import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { Wrong, type Rule } from './rules.js';

/** AES-256 keys by key id. The first one encrypts; the others still decrypt. */
export type EncryptionKeys = readonly { readonly kid: string; readonly key: Buffer }[];

/** Form of a key id. Ciphertexts and headers contain key ids. */
const KID = /^[A-Za-z0-9_-]{1,64}$/;
const KEY_OF_32_BYTES = /^[A-Za-z0-9+/]{43}=$/;

/** `kid:base64,kid:base64`, each key 32 bytes. */
export const readEncryptionKeys: Rule<EncryptionKeys> = (text) => {
  const entries = text.split(',').map((entry) => entry.trim().split(':'));
  const keys = entries.map(([kid = '', base64 = '']) => ({
    kid,
    key: Buffer.from(KEY_OF_32_BYTES.test(base64) ? base64 : '', 'base64'),
  }));
  const isMisshapen =
    entries.some(({ length }) => length !== 2) || keys.some(({ key }) => key.length !== 32);
  const mistakes = [
    ...(isMisshapen ? ['must be <key id>:<base64 of 32 bytes>, several separated by commas'] : []),
    ...kidMistakes(keys),
  ];
  if (mistakes.length > 0) throw new Wrong(...mistakes);
  return keys;
};

export type SigningKey = {
  readonly kty: 'EC';
  readonly crv: 'P-256';
  readonly kid: string;
  readonly x: string;
  readonly y: string;
  readonly d: string;
};

/** Returns the members that belong to a private P-256 key, null for anything else. */
const signingKeyOf = (jwk: unknown): SigningKey | null => {
  const { kty, crv, kid, x, y, d } = (jwk ?? {}) as Record<string, unknown>;
  if (kty !== 'EC' || crv !== 'P-256') return null;
  if (typeof kid !== 'string' || typeof x !== 'string') return null;
  return typeof y === 'string' && typeof d === 'string' ? { kty, crv, kid, x, y, d } : null;
};

/** Private P-256 JWKs (ES256). The first one signs; all of them verify. */
export type SigningKeys = readonly SigningKey[];

/** A JSON Web Key Set: `{"keys": [{"kty":"EC","crv":"P-256","kid":…,"x":…,"y":…,"d":…}]}`. */
export const readSigningKeys: Rule<SigningKeys> = (text) => {
  const { keys: jwks } = (parseJson(text) ?? {}) as { readonly keys?: unknown };
  const found = Array.isArray(jwks) ? jwks.map(signingKeyOf) : [];
  const keys = found.filter((key) => key !== null);
  if (keys.length === 0 || keys.length < found.length)
    throw new Wrong('must be a JSON Web Key Set of private P-256 keys, each with a kid');
  const mistakes = kidMistakes(keys);
  if (mistakes.length > 0) throw new Wrong(...mistakes);
  return keys;
};

/** Formats keys as the text that `readSigningKeys` reads. */
export const signingKeysText = (keys: SigningKeys): string => JSON.stringify({ keys });

export const newSigningKey = (): SigningKey => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = randomBytes(6).toString('hex');
  return signingKeyOf({ ...privateKey.export({ format: 'jwk' }), kid })!;
};

/**
 * Returns the next three values of the key ring, which introduce a new key and keep all sessions.
 * Between two steps every process restarts and the tokens of the previous step expire.
 */
export const rotatedSigningKeys = (keys: SigningKeys, next = newSigningKey()) => ({
  kid: next.kid,
  /** The new key is published and verifies; processes and callers learn it. */
  announce: [...keys, next] as SigningKeys,
  /** The new key signs; tokens of the old keys expire. */
  switch: [next, ...keys] as SigningKeys,
  finish: [next] as SigningKeys,
});

const kidMistakes = (keys: readonly { readonly kid: string }[]): string[] => {
  const kids = keys.map(({ kid }) => kid);
  const mistakes: string[] = [];
  if (!kids.every((kid) => KID.test(kid)))
    mistakes.push('key ids must be 1 to 64 letters, digits, _ or -');
  if (new Set(kids).size < kids.length) mistakes.push('each key must have a different key id');
  return mistakes;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
