import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { z } from 'zod';

/** AES-256 keys by key id. The first one encrypts; the others still decrypt. */
export type EncryptionKeys = readonly { readonly kid: string; readonly key: Buffer }[];

/** Key ids stand in sealed texts and headers. */
const KID = /^[A-Za-z0-9_-]{1,64}$/;
const KEY_OF_32_BYTES = /^[A-Za-z0-9+/]{43}=$/;

/** `kid:base64,kid:base64`, each key 32 bytes. */
export const encryptionKeysSchema = z.string().transform((text, context): EncryptionKeys => {
  const entries = text.split(',').map((entry) => entry.trim().split(':'));
  const keys = entries.map(([kid = '', base64 = '']) => ({
    kid,
    key: Buffer.from(KEY_OF_32_BYTES.test(base64) ? base64 : '', 'base64'),
  }));
  if (entries.some(({ length }) => length !== 2) || keys.some(({ key }) => key.length !== 32))
    context.addIssue('must be <key id>:<base64 of 32 bytes>, several separated by commas');
  for (const mistake of kidMistakes(keys)) context.addIssue(mistake);
  return keys;
});

const signingKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  kid: z.string(),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

export type SigningKey = z.output<typeof signingKey>;

/** Private P-256 JWKs (ES256). The first one signs; all of them verify. */
export type SigningKeys = readonly SigningKey[];

/** A JSON Web Key Set: `{"keys": [{"kty":"EC","crv":"P-256","kid":…,"x":…,"y":…,"d":…}]}`. */
export const signingKeysSchema = z.string().transform((text, context): SigningKeys => {
  const keys = z.object({ keys: z.array(signingKey).min(1) }).safeParse(parseJson(text));
  if (!keys.success) {
    context.addIssue('must be a JSON Web Key Set of private P-256 keys, each with a kid');
    return [];
  }
  for (const mistake of kidMistakes(keys.data.keys)) context.addIssue(mistake);
  return keys.data.keys;
});

/** The text that `signingKeysSchema` reads. */
export const signingKeysText = (keys: SigningKeys): string => JSON.stringify({ keys });

export const newSigningKey = (): SigningKey => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = randomBytes(6).toString('hex');
  return signingKey.parse({ ...privateKey.export({ format: 'jwk' }), kid });
};

/**
 * A new key, and the ring's next three values that bring it in without signing anybody out. Between
 * them every process restarts, and what the step before still holds runs out.
 */
export const rotatedSigningKeys = (keys: SigningKeys, next = newSigningKey()) => ({
  kid: next.kid,
  /** The new key verifies and is published; processes and callers get to know it. */
  announce: [...keys, next] as SigningKeys,
  /** It signs; tokens of the others run out. */
  switch: [next, ...keys] as SigningKeys,
  finish: [next] as SigningKeys,
});

const kidMistakes = (keys: readonly { readonly kid: string }[]): string[] => {
  const kids = keys.map(({ kid }) => kid);
  const mistakes: string[] = [];
  if (!kids.every((kid) => KID.test(kid)))
    mistakes.push('key ids must be 1 to 64 letters, digits, _ or -');
  if (new Set(kids).size < kids.length) mistakes.push('each key must have another key id');
  return mistakes;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
