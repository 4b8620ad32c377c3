import { z } from 'zod';

/** AES-256 keys by key id. The first one encrypts; the others still decrypt. */
export type EncryptionKeys = readonly { readonly kid: string; readonly key: Buffer }[];

/** `kid:base64,kid:base64`, each key 32 bytes. */
export const encryptionKeysSchema = z.string().transform((text, context): EncryptionKeys => {
  const keys = text.split(',').map((entry) => {
    const [kid = '', base64 = ''] = entry.trim().split(':');
    return { kid, key: Buffer.from(base64, 'base64') };
  });
  if (keys.some(({ kid, key }) => kid === '' || key.length !== 32)) {
    context.addIssue('must be <key id>:<base64 of 32 bytes>, several separated by commas');
  }
  return keys;
});

const signingKey = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  kid: z.string().min(1),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

/** Private P-256 JWKs (ES256). The first one signs; all of them verify. */
export type SigningKeys = readonly z.output<typeof signingKey>[];

/** A JSON Web Key Set: `{"keys": [{"kty":"EC","crv":"P-256","kid":…,"x":…,"y":…,"d":…}]}`. */
export const signingKeysSchema = z.string().transform((text, context): SigningKeys => {
  const keys = z.object({ keys: z.array(signingKey).min(1) }).safeParse(parseJson(text));
  if (keys.success) return keys.data.keys;
  context.addIssue('must be a JSON Web Key Set of private P-256 keys, each with a kid');
  return [];
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
