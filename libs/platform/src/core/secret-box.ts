import {
  type KeyObject,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  randomBytes,
} from 'node:crypto';
import type { EncryptionKeys } from '../config/keys.js';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
/** A shorter tag would be accepted otherwise, and can be forged. */
const TAG = { authTagLength: TAG_BYTES };

/** AES-256-GCM under a key ring. A sealed text is `v1.<key id>.<base64url of iv, tag, cipher>`. */
export class SecretBox {
  /** As key objects: bytes are looked into at each use, which takes longer than what they seal. */
  private readonly keys: readonly { readonly kid: string; readonly key: KeyObject }[];

  constructor(keys: EncryptionKeys) {
    this.keys = keys.map(({ kid, key }) => ({ kid, key: createSecretKey(key) }));
  }

  /** `boundTo` (say `taxId:<userId>`) is authenticated: the text opens under no other. */
  seal(plain: string, boundTo: string): string {
    const { kid, key } = this.keys[0]!;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, key, iv, TAG).setAAD(Buffer.from(boundTo));
    const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return `v1.${kid}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
  }

  /** Whether it was sealed under the key that seals now. */
  isCurrent(sealed: string): boolean {
    return sealed.split('.')[1] === this.keys[0]?.kid;
  }

  /** @throws Error when the key is unknown, the text was changed or is bound to something else. */
  open(sealed: string, boundTo: string): string {
    const [version, kid, text = ''] = sealed.split('.');
    if (version !== 'v1') throw new Error(`Sealed in a way nobody knows: ${version}`);
    const key = this.keys.find((each) => each.kid === kid)?.key;
    if (key === undefined) throw new Error(`No encryption key ${kid} is configured`);
    const bytes = Buffer.from(text, 'base64url');
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), TAG)
      .setAAD(Buffer.from(boundTo))
      .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const body = bytes.subarray(IV_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  }
}
