import { type KeyObject, createSecretKey, randomBytes } from 'node:crypto';
import { KeyMissing, type SecretCipher } from './secret-cipher.js';
import type { StoredKey, NewKey, PersonKeyStore } from '#kernel/event-store/person-key-store.js';

const KEY_BYTES = 32;
const OTHER_RING =
  'the event log belongs to another key ring. Set ENCRYPTION_KEYS to the keys of the installation that wrote the log, or EVENT_STORE_URL to a log of this installation.';

/** Null once it was destroyed. `made`: it is new, and the append of what it seals has to keep it. */
export type DataKey = { readonly key: KeyObject | null; readonly made: NewKey | null };

/**
 * The keys of people, opened with the ring. None is kept in memory: another process may destroy it at
 * any moment, and from then on it must open nothing.
 */
export class PersonKeys {
  constructor(
    private readonly store: PersonKeyStore,
    private readonly ring: SecretCipher,
  ) {}

  /** The person's key, or a new one for who never had any. */
  async toSeal(person: string): Promise<DataKey> {
    const known = (await this.store.find([person])).get(person);
    if (known !== undefined) return { key: this.opened(person, known), made: null };
    const bytes = randomBytes(KEY_BYTES);
    const wrapped = this.ring.seal(bytes.toString('base64'), boundTo(person));
    return { key: createSecretKey(bytes), made: { person, wrapped } };
  }

  /**
   * Returns the keys of these people, null for a damaged one. @throws {KeyMissing} the ring lacks
   * the key that wraps one of them
   */
  async toOpen(people: Iterable<string>): Promise<ReadonlyMap<string, KeyObject | null>> {
    const found = await this.store.find([...new Set(people)]);
    const keys = new Map<string, KeyObject | null>();
    for (const [person, kept] of found)
      if (kept !== null) keys.set(person, this.openedIfSound(person, kept));
    return keys;
  }

  /** Destroys a key permanently: its fields read as null in every process from now on. */
  destroy(person: string): Promise<void> {
    return this.store.destroy(person);
  }

  /**
   * Returns a secret of the service itself, stored like a person's key. If two processes create it,
   * the first wins.
   */
  async secret(name: string, make: () => Promise<string>): Promise<string> {
    const known = (await this.store.find([name])).get(name);
    const create = async () => this.store.create(name, this.ring.seal(await make(), boundTo(name)));
    const wrapped = known ?? (await create());
    if (wrapped === null) throw new Error(`The key ${name} was destroyed`);
    return this.unwrapped(name, wrapped);
  }

  /**
   * Wraps with the ring's first key every person key that has another wrapping, while other
   * processes read and create keys. `onProgress` receives the numbers of checked and of rewrapped
   * keys.
   */
  async rewrap(onProgress: (seen: number, rewrapped: number) => void): Promise<number> {
    let [seen, rewrapped] = [0, 0];
    for await (const [person, kept] of this.store.all()) {
      if (kept !== null && !this.ring.isCurrent(kept) && (await this.rewrapOne(person, kept)))
        rewrapped++;
      onProgress(++seen, rewrapped);
    }
    return rewrapped;
  }

  private rewrapOne(person: string, kept: string): Promise<boolean> {
    const key = this.unwrapped(person, kept);
    return this.store.replace(person, kept, this.ring.seal(key, boundTo(person)));
  }

  /** One person's damaged key must not be in the way of all others. */
  private openedIfSound(person: string, wrapped: string): KeyObject | null {
    try {
      return this.opened(person, wrapped);
    } catch (error) {
      if (error instanceof KeyMissing) throw error;
      return null;
    }
  }

  private opened(person: string, wrapped: StoredKey): KeyObject | null {
    return wrapped === null ? null : createSecretKey(this.unwrapped(person, wrapped), 'base64');
  }

  private unwrapped(name: string, wrapped: string): string {
    try {
      return this.ring.open(wrapped, boundTo(name));
    } catch (error) {
      if (error instanceof KeyMissing) throw new KeyMissing(`${error.message}: ${OTHER_RING}`);
      const message = `The key ${name} does not open. If it is not damaged, ${OTHER_RING}`;
      throw new Error(message, { cause: error });
    }
  }
}

const boundTo = (person: string): string => `personKey:${person}`;
