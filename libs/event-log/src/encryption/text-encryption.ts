import { type KeyObject, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Without the length Node accepts shorter tags, which can be forged. */
const TAG = { authTagLength: TAG_BYTES };

/** Random bytes are generated in batches: one call takes longer than the encryption of a short text. */
const IVS_AT_ONCE = 256;
let ivs = Buffer.alloc(0);

const nextIv = (): Buffer => {
  if (ivs.length === 0) ivs = randomBytes(IV_BYTES * IVS_AT_ONCE);
  const iv = ivs.subarray(0, IV_BYTES);
  ivs = ivs.subarray(IV_BYTES);
  return iv;
};

/**
 * Encrypts with AES-256-GCM. Returns iv, tag and ciphertext in base64url. `boundTo` is authenticated:
 * decryption needs the same value. A key object is faster than bytes, which Node parses at each use.
 */
export const encryptText = (key: KeyObject, plain: string, boundTo: string): string => {
  const iv = nextIv();
  const cipher = createCipheriv(CIPHER, key, iv, TAG).setAAD(Buffer.from(boundTo));
  const body = [cipher.update(plain, 'utf8'), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...body]).toString('base64url');
};

/** @throws {Error} the text was changed, or has another key or another `boundTo` */
export const decryptText = (key: KeyObject, ciphertext: string, boundTo: string): string => {
  const bytes = Buffer.from(ciphertext, 'base64url');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), TAG)
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const body = bytes.subarray(IV_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
};
