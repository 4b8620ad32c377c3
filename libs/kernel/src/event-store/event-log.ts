import type { LookUpNames } from './look-up-names.js';

/** Author and owner of an event, stored permanently beside the event. */
export type Metadata = {
  readonly partnerId: string;
  /** The request id that everything following from one request carries. */
  readonly correlationId: string;
  /** Id of the event or command that led here. */
  readonly causationId: string;
  /** `partnerUser:<id>`, `operator`, `worker`, `provider:<name>` … */
  readonly actor: string;
  /** ISO 8601 UTC, decided by the writer. */
  readonly at: string;
  /** W3C Trace Context of the append, for what follows from it; missing when nobody traced. */
  readonly traceparent?: string;
};

/** `data` is plain JSON: no bigint, no undefined, no Date. */
export type NewEvent = {
  /** UUID; the same id in a repeated append marks the same event. */
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
  /** Place in its stream, from 0. */
  readonly revision: bigint;
  /** Place in the whole log: strictly increasing, with gaps. */
  readonly position: bigint;
};

/** The revision of the stream's last event, or `no_stream`. */
export type ExpectedRevision = bigint | 'no_stream';

/** Revision and position of the last event of an append. */
export type Appended = { readonly revision: bigint; readonly position: bigint };

/**
 * `caughtUp`: the log held no later event when this batch was read. A batch may be empty then. After the first
 * such batch of a subscription it may also mean that nothing more has arrived.
 */
export type Batch = { readonly events: readonly RecordedEvent[]; readonly caughtUp: boolean };

/** At most this much JSON of event data in one append; EventStoreDB's own limit. */
export const APPEND_BYTES_MAX = 1_048_576;

/** The durable, append-only log. Two adapters, one contract suite (`test/contract/event-log`). */
export interface EventLog {
  /**
   * Events of one stream in order, from revision `from` on, and to `to` where that is given (both inclusive).
   * A missing stream is empty.
   */
  read(stream: string, from?: bigint, to?: bigint): Promise<readonly RecordedEvent[]>;

  /**
   * All or nothing, durable when it resolves. A repeat of an earlier append (same stream, expected
   * revision and ids) answers as the first did, whatever was appended since.
   * @throws {WrongExpectedRevision} the stream is elsewhere; nothing was written.
   * @throws {EventLogUnavailable} the store cannot be reached or did not answer in time, after own
   * retries of the identical append. The outcome is unknown; repeating it later is safe.
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
  ): Promise<Appended>;

  /**
   * The whole log in order after position `after` (exclusive; null: from the start): first what is
   * there, then live, without gap or duplicate, until the signal aborts (then it just ends).
   * Lost connections are noticed within 10 s and resumed inside. Batches hold at most 500 events;
   * the next one is not read before the consumer asks for it.
   */
  subscribe(after: bigint | null, signal: AbortSignal): AsyncIterable<Batch>;

  /** Position of the last event, null when the log is empty. */
  head(): Promise<bigint | null>;

  close(): Promise<void>;

  /** How what somebody is looked up by is named in it; missing where nothing is secret. */
  readonly lookUps?: LookUpNames;

  /** The same log with every encrypted field as null. Missing in a log without encryption. */
  readonly unopened?: Pick<EventLog, 'read' | 'subscribe'>;
}

type Unsealed = Pick<EventLog, 'read' | 'subscribe' | 'unopened'>;

/** For those who need nothing of a person: it costs no opening. */
export const unopened = (log: Unsealed): Pick<EventLog, 'read' | 'subscribe'> =>
  log.unopened ?? log;

export class WrongExpectedRevision extends Error {
  override readonly name = 'WrongExpectedRevision';

  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
    readonly actual: ExpectedRevision,
  ) {
    super(`${stream}: expected revision ${expected}, is at ${actual}`);
  }
}

/** Whether another writer appended first. */
export const isConflict = (error: unknown): error is WrongExpectedRevision =>
  error instanceof WrongExpectedRevision;

/** The store is away, or did not answer. For an append the outcome is unknown. */
export class EventLogUnavailable extends Error {
  override readonly name = 'EventLogUnavailable';
}

/** Whether a later attempt may find the store again. */
export const isUnavailable = (error: unknown): boolean => error instanceof EventLogUnavailable;

/** The user of the store's address lacks a right, or is unknown. Repeating cannot help. */
export class EventLogDenied extends Error {
  override readonly name = 'EventLogDenied';

  constructor(what: string) {
    super(
      `EventStoreDB denies the ${what} to the user of EVENT_STORE_URL. Correct its name or password, or grant the right: docs/operators/backup.md#rights-of-the-database-user`,
    );
  }
}
