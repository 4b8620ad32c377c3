import { type KeyObject, createSecretKey, randomBytes } from 'node:crypto';
import { KeyMissing, type SecretCipher } from './secret-cipher.js';
import type { StoredKey, NewKey, PersonKeyStore } from '#kernel/event-store/person-key-store.js';

const KEY_BYTES = 32;
const OTHER_RING =
  'the event log belongs to another key ring. Set ENCRYPTION_KEYS to the keys of the installation that wrote the log, or EVENT_STORE_URL to a log of this installation.';

/**
 * `key`: null after its destruction. `created`: a new key, which the append stores together with the
 * first events that it encrypts.
 */
export type DataKey = { readonly key: KeyObject | null; readonly created: NewKey | null };

/**
 * The keys of people, which the key ring encrypts. Keys are not cached, because another process may
 * destroy a key at any time and its fields must then be unreadable.
 */
export class PersonKeys {
  constructor(
    private readonly store: PersonKeyStore,
    private readonly ring: SecretCipher,
  ) {}

  /** Returns the person's key, or a new key for a person without one. */
  async toEncrypt(person: string): Promise<DataKey> {
    const known = (await this.store.find([person])).get(person);
    if (known !== undefined) return { key: this.decrypted(person, known), created: null };
    const bytes = randomBytes(KEY_BYTES);
    const wrapped = this.ring.seal(bytes.toString('base64'), boundTo(person));
    return { key: createSecretKey(bytes), created: { person, wrapped } };
  }

  /**
   * Returns the keys of people, null for a damaged key. Destroyed keys are missing.
   * @throws {KeyMissing} the ring lacks the key that encrypts one of the keys
   */
  async toDecrypt(people: Iterable<string>): Promise<ReadonlyMap<string, KeyObject | null>> {
    const found = await this.store.find([...new Set(people)]);
    const keys = new Map<string, KeyObject | null>();
    for (const [person, stored] of found)
      if (stored !== null) keys.set(person, this.decryptedIfIntact(person, stored));
    return keys;
  }

  /** Destroys a key permanently. Its fields are null in every process afterwards. */
  destroy(person: string): Promise<void> {
    return this.store.destroy(person);
  }

  /**
   * Returns a secret of the service, stored like a person's key. If two processes create the secret,
   * both get the first one.
   */
  async secret(name: string, make: () => Promise<string>): Promise<string> {
    const known = (await this.store.find([name])).get(name);
    const create = async () => this.store.create(name, this.ring.seal(await make(), boundTo(name)));
    const wrapped = known ?? (await create());
    if (wrapped === null) throw new Error(`The key ${name} was destroyed`);
    return this.unwrapped(name, wrapped);
  }

  /**
   * Encrypts all keys with the ring's first key. Returns the number of keys that it changed. Other
   * processes may read and create keys meanwhile. `onProgress` receives the numbers of checked and of
   * changed keys.
   */
  async rewrap(onProgress: (seen: number, rewrapped: number) => void): Promise<number> {
    let [seen, rewrapped] = [0, 0];
    for await (const [person, stored] of this.store.all()) {
      if (stored !== null && !this.ring.isCurrent(stored) && (await this.rewrapOne(person, stored)))
        rewrapped++;
      onProgress(++seen, rewrapped);
    }
    return rewrapped;
  }

  private rewrapOne(person: string, stored: string): Promise<boolean> {
    const key = this.unwrapped(person, stored);
    return this.store.replace(person, stored, this.ring.seal(key, boundTo(person)));
  }

  /** Returns null for a damaged key, which must not block reads of other people. */
  private decryptedIfIntact(person: string, wrapped: string): KeyObject | null {
    try {
      return this.decrypted(person, wrapped);
    } catch (error) {
      if (error instanceof KeyMissing) throw error;
      return null;
    }
  }

  private decrypted(person: string, wrapped: StoredKey): KeyObject | null {
    return wrapped === null ? null : createSecretKey(this.unwrapped(person, wrapped), 'base64');
  }

  private unwrapped(name: string, wrapped: string): string {
    try {
      return this.ring.open(wrapped, boundTo(name));
    } catch (error) {
      if (error instanceof KeyMissing) throw new KeyMissing(`${error.message}: ${OTHER_RING}`);
      const message = `The key ${name} cannot be decrypted. If it is not damaged, ${OTHER_RING}`;
      throw new Error(message, { cause: error });
    }
  }
}

const boundTo = (person: string): string => `personKey:${person}`;
