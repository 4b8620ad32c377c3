import { type KeyObject, createSecretKey } from 'node:crypto';
import type { EncryptionKeys } from '../config/keys.js';
import { openText, sealText } from './sealing.js';

/** What was sealed may be sound: the ring is not the right one. */
export class KeyMissing extends Error {
  override readonly name = 'KeyMissing';
}

/** AES-256-GCM under a key ring. A sealed text is `v1.<key id>.<base64url of iv, tag, cipher>`. */
export class SecretBox {
  private readonly keys: readonly { readonly kid: string; readonly key: KeyObject }[];

  constructor(keys: EncryptionKeys) {
    this.keys = keys.map(({ kid, key }) => ({ kid, key: createSecretKey(key) }));
  }

  /** `boundTo` (say `taxId:<userId>`) is authenticated: the text opens under no other. */
  seal(plain: string, boundTo: string): string {
    const { kid, key } = this.keys[0]!;
    return `v1.${kid}.${sealText(key, plain, boundTo)}`;
  }

  /** Whether it was sealed under the key that seals now. */
  isCurrent(sealed: string): boolean {
    return sealed.split('.')[1] === this.keys[0]?.kid;
  }

  /** @throws {KeyMissing}; Error when the text was changed or is bound to something else. */
  open(sealed: string, boundTo: string): string {
    const [version, kid, text = ''] = sealed.split('.');
    if (version !== 'v1') throw new Error(`Sealed in a way nobody knows: ${version}`);
    const key = this.keys.find((each) => each.kid === kid)?.key;
    if (key === undefined) throw new KeyMissing(`No encryption key ${kid} is configured`);
    return openText(key, text, boundTo);
  }
}
