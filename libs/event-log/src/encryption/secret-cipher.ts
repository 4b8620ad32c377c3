import { type KeyObject, createSecretKey } from 'node:crypto';
import type { EncryptionKeys } from '#config/keys.js';
import { decryptText, encryptText } from './text-encryption.js';

/** The key ring lacks the key of a ciphertext, which may be intact. */
export class KeyMissing extends Error {
  override readonly name = 'KeyMissing';
}

/** AES-256-GCM with a key ring. Form of a text: `v1.<key id>.<base64url of iv, tag, ciphertext>`. */
export class SecretCipher {
  private readonly keys: readonly { readonly kid: string; readonly key: KeyObject }[];

  constructor(keys: EncryptionKeys) {
    this.keys = keys.map(({ kid, key }) => ({ kid, key: createSecretKey(key) }));
  }

  /** Encrypts text with the first key. `open` needs the same `boundTo`, such as `taxId:<userId>`. */
  seal(plain: string, boundTo: string): string {
    const { kid, key } = this.keys[0]!;
    return `v1.${kid}.${encryptText(key, plain, boundTo)}`;
  }

  /** Returns whether the text is encrypted under the ring's first key. */
  isCurrent(ciphertext: string): boolean {
    return ciphertext.split('.')[1] === this.keys[0]?.kid;
  }

  /** @throws {KeyMissing} @throws {Error} the text was changed or has another `boundTo` */
  open(ciphertext: string, boundTo: string): string {
    const [version, kid, text = ''] = ciphertext.split('.');
    if (version !== 'v1') throw new Error(`the ciphertext has the unknown version ${version}`);
    const key = this.keys.find((each) => each.kid === kid)?.key;
    if (key === undefined) throw new KeyMissing(`No encryption key ${kid} is configured`);
    return decryptText(key, text, boundTo);
  }
}
