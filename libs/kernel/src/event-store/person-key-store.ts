import type { Appended, EventLog, ExpectedRevision, NewEvent } from './event-log.js';

/** A key, encrypted by the key ring. Null after its destruction, which is permanent. */
export type StoredKey = string | null;

/**
 * Keys of people, in the database of the event log, so that one backup contains both. A key is
 * durable before every event that is appended after its creation.
 * @throws {EventLogUnavailable} by every method, while the store is unavailable
 */
export interface PersonKeyStore {
  /** Returns the stored keys. A person without a key is missing. */
  find(people: readonly string[]): Promise<ReadonlyMap<string, StoredKey>>;

  /** Stores the key if the person never had one. Returns the key that is stored now. */
  create(person: string, wrapped: string): Promise<StoredKey>;

  /**
   * Replaces the stored form by another encryption of the same key. Returns false without a change
   * if the stored form is no longer `before`.
   */
  replace(person: string, before: string, wrapped: string): Promise<boolean>;

  /**
   * Destroys the key. The person never gets another key. The call may be repeated. EventStoreDB
   * keeps the bytes until its next scavenge.
   */
  destroy(person: string): Promise<void>;

  /** Yields all people with a key or a destroyed key, in any order. */
  all(): AsyncIterable<readonly [person: string, stored: StoredKey]>;
}

/** A key that is not stored yet. */
export type NewKey = { readonly person: string; readonly wrapped: string };

/** An event log with the keys of people. */
export interface KeyedEventLog extends EventLog {
  readonly keys: PersonKeyStore;

  /**
   * Appends events and stores the keys that encrypted them, before or together with the events.
   * @throws {KeyTaken} one of these people has another key, or a destroyed key; the log is
   * unchanged.
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    keys?: readonly NewKey[],
  ): Promise<Appended>;

  /**
   * Checks the rights of the database user. Missing in a store without rights.
   * @throws {EventLogDenied} names the missing right.
   */
  requireRights?(): Promise<void>;
}

/** Another process stored a key of the person first. The caller encrypts again with that key. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}
