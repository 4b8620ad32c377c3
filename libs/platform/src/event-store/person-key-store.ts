import type { Appended, EventLog, ExpectedRevision, NewEvent } from './event-log.js';

/** A key as it is kept: wrapped by the ring. Null once it was destroyed, which is for ever. */
export type KeptKey = string | null;

/**
 * Where the keys of people are kept: in the event store, so that one backup holds both, beside the log,
 * which knows nothing of them. A key is durable before any event that was appended after it was made.
 * @throws {EventLogUnavailable} from each of them, when the store is away
 */
export interface PersonKeyStore {
  /** Who never had a key is missing. */
  find(people: readonly string[]): Promise<ReadonlyMap<string, KeptKey>>;

  /** Keeps the key, unless there is one, or was; answers what is kept now. */
  create(person: string, wrapped: string): Promise<KeptKey>;

  /** The same key, wrapped anew; false, and nothing done, when another one is kept by now. */
  replace(person: string, before: string, wrapped: string): Promise<boolean>;

  /**
   * Nothing of the key is left when this resolves, and none is ever made again. May be repeated.
   * EventStoreDB keeps the bytes until its next scavenge.
   */
  destroy(person: string): Promise<void>;

  /** Everybody who has a key, or had one, in any order. */
  all(): AsyncIterable<readonly [person: string, kept: KeptKey]>;
}

/** A key that nobody keeps yet. */
export type NewKey = { readonly person: string; readonly wrapped: string };

/** An event store: the log, and the keys of people beside it. */
export interface KeyedEventLog extends EventLog {
  readonly keys: PersonKeyStore;

  /**
   * As `append`, and keeps the keys that sealed these events, at the latest with them.
   * @throws {KeyTaken} one of these people has another key by now, or had one; no event was written.
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    keys?: readonly NewKey[],
  ): Promise<Appended>;
}

/** Somebody else was faster: what was sealed has to be sealed anew. */
export class KeyTaken extends Error {
  override readonly name = 'KeyTaken';
}
