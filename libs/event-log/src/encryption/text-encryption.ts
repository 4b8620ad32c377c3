import { type KeyObject, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** A shorter tag would be accepted otherwise, and can be forged. */
const TAG = { authTagLength: TAG_BYTES };

/** Drawn for many at once: a draw takes longer than to seal what is short. */
const IVS_AT_ONCE = 256;
let ivs = Buffer.alloc(0);

const nextIv = (): Buffer => {
  if (ivs.length === 0) ivs = randomBytes(IV_BYTES * IVS_AT_ONCE);
  const iv = ivs.subarray(0, IV_BYTES);
  ivs = ivs.subarray(IV_BYTES);
  return iv;
};

/**
 * AES-256-GCM: base64url of iv, tag and cipher text. `boundTo` is authenticated: the text opens under no
 * other. The key is a key object: bytes are looked into at each use, which takes longer than what they seal.
 */
export const encryptText = (key: KeyObject, plain: string, boundTo: string): string => {
  const iv = nextIv();
  const cipher = createCipheriv(CIPHER, key, iv, TAG).setAAD(Buffer.from(boundTo));
  const body = [cipher.update(plain, 'utf8'), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...body]).toString('base64url');
};

/** @throws {Error} the text was changed, has another key, or is bound to another context */
export const decryptText = (key: KeyObject, ciphertext: string, boundTo: string): string => {
  const bytes = Buffer.from(ciphertext, 'base64url');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), TAG)
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const body = bytes.subarray(IV_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
};
