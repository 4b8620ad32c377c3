import type { Appended, EventLog, ExpectedRevision, NewEvent } from './event-log.js';

/**
 * Stored form of a key, wrapped by the key ring. Null after its destruction, which is permanent.
 */
export type StoredKey = string | null;

/**
 * Where the keys of people are kept: in the event store, so that one backup holds both, beside the log,
 * which knows nothing of them. A key is durable before any event that was appended after it was made.
 * @throws {EventLogUnavailable} from each of them, when the store is away
 */
export interface PersonKeyStore {
  /** Returns the stored keys. A person without a key is missing. */
  find(people: readonly string[]): Promise<ReadonlyMap<string, StoredKey>>;

  /** Keeps the key, unless there is one, or was; answers what is kept now. */
  create(person: string, wrapped: string): Promise<StoredKey>;

  /**
   * Replaces the stored form by another wrapping of the same key. Returns false without a change
   * when another key is stored by now.
   */
  replace(person: string, before: string, wrapped: string): Promise<boolean>;

  /**
   * Nothing of the key is left when this resolves, and none is ever made again. May be repeated.
   * EventStoreDB keeps the bytes until its next scavenge.
   */
  destroy(person: string): Promise<void>;

  /** Everybody who has a key, or had one, in any order. */
  all(): AsyncIterable<readonly [person: string, kept: StoredKey]>;
}

/** A key that nobody keeps yet. */
export type NewKey = { readonly person: string; readonly wrapped: string };

/** An event store: the log, and the keys of people beside it. */
export interface KeyedEventLog extends EventLog {
  readonly keys: PersonKeyStore;

  /**
   * Appends events and stores the keys that encrypted them, at the latest with the events.
   * @throws {KeyTaken} one of these people has another key by now, or had one; the log is
   * unchanged.
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    keys?: readonly NewKey[],
  ): Promise<Appended>;

  /**
   * Missing where nobody grants rights.
   * @throws {EventLogDenied} names the right that the user of the store lacks.
   */
  requireRights?(): Promise<void>;
}

/** Another process stored a key first: encrypt again. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}
