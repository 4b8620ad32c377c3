import type { LookUpNames } from './look-up-names.js';

/** Author and partner of an event, stored with the event. */
export type Metadata = {
  readonly partnerId: string;
  /** Id of the request that the event follows from, directly or through jobs. */
  readonly correlationId: string;
  /** Id of the event or command that caused the event. */
  readonly causationId: string;
  /** `partnerUser:<id>`, `operator`, `worker`, `provider:<name>` … */
  readonly actor: string;
  /** Time of the append by the writer's clock, ISO 8601 UTC. */
  readonly at: string;
  /** W3C Trace Context of the append, which its jobs continue. Missing without tracing. */
  readonly traceparent?: string;
};

/** `data` is plain JSON: no bigint, no undefined, no Date. */
export type NewEvent = {
  /** UUID. A repeated append has the same ids. */
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: Metadata;
  /**
   * Personal fields of `data` and the person they belong to. The log stores these fields encrypted.
   */
  readonly personal?: { readonly of: string; readonly fields: readonly string[] };
};

export type RecordedEvent = Omit<NewEvent, 'personal'> & {
  readonly stream: string;
  /** Number of the event in its stream, from 0. */
  readonly revision: bigint;
  /** Position in the whole log. Positions increase strictly and have gaps. */
  readonly position: bigint;
};

/** The revision of the stream's last event, or `no_stream`. */
export type ExpectedRevision = bigint | 'no_stream';

/** Revision and position of the last event of an append. */
export type Appended = { readonly revision: bigint; readonly position: bigint };

/**
 * `caughtUp`: the batch reached the end of the log at the time of the read. The batch may be empty
 * then. After the first such batch it may also mean only that no further event has arrived.
 */
export type Batch = { readonly events: readonly RecordedEvent[]; readonly caughtUp: boolean };

/** Limit of the JSON event data in one append, in bytes. EventStoreDB has the same limit. */
export const APPEND_BYTES_MAX = 1_048_576;

/** The durable, append-only log. The adapters share a contract suite (`test/contract/event-log`). */
export interface EventLog {
  /**
   * Returns the events of a stream in order, from revision `from` to revision `to`, both inclusive.
   * Without `to` it returns all later events. A missing stream is empty.
   */
  read(stream: string, from?: bigint, to?: bigint): Promise<readonly RecordedEvent[]>;

  /**
   * Appends all events or none. They are durable when the promise resolves. A repeat of an earlier
   * append (same stream, expected revision and ids) returns the same result, also after later events.
   * @throws {WrongExpectedRevision} the stream has another revision; nothing was written.
   * @throws {EventLogUnavailable} the store is unreachable or did not respond in time, also after
   * retries in the adapter. The outcome is unknown. The same append can be repeated safely.
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<Appended>;

  /**
   * Yields all events after position `after` (exclusive, null for the start) in order, first the
   * stored events, then new ones, without gap or duplicate. Ends when the signal aborts. The adapter
   * detects a lost connection within 10 s and reconnects. A batch has at most 500 events. The adapter
   * reads the next batch when the consumer requests it.
   */
  subscribe(after: bigint | null, signal: AbortSignal): AsyncIterable<Batch>;

  /** Returns the position of the last event, null for an empty log. */
  head(): Promise<bigint | null>;

  close(): Promise<void>;

  /** Hashed names for look-ups by personal values. Missing in a log without encryption. */
  readonly lookUps?: LookUpNames;

  /** The same log with every encrypted field as null. Missing in a log without encryption. */
  readonly unopened?: Pick<EventLog, 'read' | 'subscribe'>;
}

/** Returns the log without decryption, which is faster, for readers without personal fields. */
export const unopened = (
  log: Pick<EventLog, 'read' | 'subscribe' | 'unopened'>,
): Pick<EventLog, 'read' | 'subscribe'> => log.unopened ?? log;

export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';

  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
    readonly actual: ExpectedRevision,
  ) {
    super(`${stream}: expected revision ${expected}, actual revision ${actual}`);
  }
}

/** Returns whether another writer appended first. */
export const isConflict = (error: unknown): error is WrongExpectedRevision =>
  error instanceof WrongExpectedRevision;

/** The store is unreachable or did not respond. The outcome of an append is unknown. */
export class EventLogUnavailable extends Error {
  override readonly name = 'EventLogUnavailable';
}

/** Returns whether a later attempt may succeed. */
export const isUnavailable = (error: unknown): boolean => error instanceof EventLogUnavailable;

/** The user in `EVENT_STORE_URL` is unknown or lacks a right. A retry cannot help. */
export class EventLogDenied extends Error {
  override readonly name = 'EventLogDenied';

  constructor(what: string) {
    super(
      `EventStoreDB denies the ${what} to the user of EVENT_STORE_URL. Correct its name or password, or grant the right: docs/operators/backup.md#rights-of-the-database-user`,
    );
  }
}
