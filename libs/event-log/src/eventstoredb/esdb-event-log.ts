import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  START,
  type WrongExpectedVersionError,
  jsonEvent,
} from '@eventstore/db-client';
import { performance } from 'node:perf_hooks';
import type { Logger } from '#kernel/logger.js';
import { eventStoreTroubles } from '#kernel/metrics.js';
import { type EventRow, toRows } from '#kernel/event-store/append-input.js';
import {
  type Connection,
  DENIED,
  FROM_LEADER,
  NO_ANSWER,
  consume,
  esdbTrouble,
  ignore,
  repeatCall,
  within,
} from './esdb-calls.js';
import { toRecordedEvent } from './esdb-events.js';
import { EsdbPersonKeys } from './esdb-person-keys.js';
import { subscribeToLog } from './esdb-subscription.js';
import { type EsdbUrl, parseEsdbUrl } from './esdb-url.js';
import {
  type Appended,
  type Batch,
  EventLogDenied,
  EventLogUnavailable,
  type ExpectedRevision,
  type NewEvent,
  type RecordedEvent,
  WrongExpectedRevision,
} from '#kernel/event-store/event-log.js';
import { isKeyStream } from '../encryption/key-stream.js';
import { KeyedMutex } from '#kernel/event-store/keyed-mutex.js';
import { type KeyedEventLog, KeyTaken, type NewKey } from '#kernel/event-store/person-key-store.js';

/** One call to EventStoreDB is given up after this and repeated. */
const ESDB_CALL_TIMEOUT_MS = 3_000;
/** Our own timer gives the server this much more, for the case that nothing obeys the deadline. */
const ESDB_CALL_GRACE_MS = 500;
/** Calls to EventStoreDB are repeated for this long before the caller gets a 503. */
const ESDB_RETRY_TIMEOUT_MS = 10_000;
/** Shortest time between two log lines about repeated calls. A metric counts them all. */
const ESDB_TROUBLE_QUIET_MS = 1_000;
/** After a call without a response the client looks for the leader, at most this often. */
const ESDB_RENEW_EVERY_MS = 5_000;
/** Part of the shutdown time for streams that the client canceled and that never end. */
const ESDB_CLOSE_WITHIN_MS = 1_000;

const WAITING_PER_STREAM_MAX = 1_000;
const ALL = Number.MAX_SAFE_INTEGER;
const SILENT = { warn: ignore };
const RIGHTS_PROBE = 'rights-probe';

/** EventStoreDB (23.10, 24.2) behind the port. Make one per process. */
export class EsdbEventLog implements KeyedEventLog {
  readonly keys = new EsdbPersonKeys({
    last: (stream) => this.lastOf(stream),
    append: (stream, expected, event) => this.append(stream, expected, [event]),
    tombstone: (stream) => this.tombstone(stream),
    names: () => this.keyStreams(),
  });
  private readonly turns = new KeyedMutex(WAITING_PER_STREAM_MAX);
  private readonly closing = new AbortController();
  private readonly loggedMs = new Map<string, number>();

  private connection: Connection;
  private giveUp = ignore;
  private renewedMs = -Infinity;

  private constructor(
    private readonly url: EsdbUrl,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    this.connection = this.connect();
  }

  /**
   * Connects at the first call, not here.
   * @throws {Error} the URL is wrong; it is not quoted.
   */
  static connect(url: string, logger: Pick<Logger, 'warn'> = SILENT): EsdbEventLog {
    return new EsdbEventLog(parseEsdbUrl(url), logger);
  }

  async read(stream: string, from = 0n, to?: bigint): Promise<readonly RecordedEvent[]> {
    if (to !== undefined && to < from) return [];
    const maxCount = to === undefined ? {} : { maxCount: to - from + 1n };
    const range = { fromRevision: from, ...maxCount };
    return repeatCall(this.patience(`read of ${stream}`), (leftMs) =>
      this.readOnce(stream, range, leftMs),
    );
  }

  async append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly NewEvent[],
    keys: readonly NewKey[] = [],
  ): Promise<Appended> {
    const rows = toRows(events);
    for (const { person, wrapped } of keys)
      if ((await this.keys.create(person, wrapped)) !== wrapped) throw new KeyTaken();
    const limits = { ...this.patience(`append to ${stream}`), isAnswer: isConflict };
    const task = () =>
      repeatCall(limits, (leftMs) => this.appendOnce(stream, expected, rows, leftMs));
    try {
      return await this.turns.run(stream, task);
    } catch (error) {
      if (!isConflict(error)) throw error;
      const { actualVersion } = error;
      const actual = typeof actualVersion === 'bigint' ? actualVersion : 'no_stream';
      throw new WrongExpectedRevision(stream, expected, actual);
    }
  }

  async *subscribe(after: bigint | null, signal: AbortSignal): AsyncGenerator<Batch> {
    const ended = AbortSignal.any([signal, this.closing.signal]);
    const readHead = () => this.headOnce(ESDB_CALL_TIMEOUT_MS);
    const onTrouble = (reason: string, last: bigint | null) => {
      if (reason.endsWith(DENIED)) throw new EventLogDenied('subscription to $all');
      eventStoreTroubles.inc({ what: 'subscription', reason });
      this.logger.warn({ reason, after: `${last}` }, 'subscription to the event log broke');
    };
    yield* subscribeToLog(
      { client: () => this.connection.client, readHead, onTrouble },
      after,
      ended,
    );
  }

  /**
   * Checks the rights that are needed later than others: to read `$all`, and to delete a stream, which is
   * one that holds nothing. Says nothing about a store that is unavailable.
   * @throws {EventLogDenied} names the missing right.
   */
  async requireRights(): Promise<void> {
    try {
      await this.head();
      await this.tombstone(RIGHTS_PROBE);
    } catch (error) {
      if (error instanceof EventLogDenied) throw error;
    }
  }

  /** Leaves out what the store writes for itself, like `subscribe` does. */
  head(): Promise<bigint | null> {
    return repeatCall(this.patience('read of $all'), (leftMs) => this.headOnce(leftMs));
  }

  async close(): Promise<void> {
    this.closing.abort();
    // The client waits for canceled streams, some of which never end.
    this.giveUp();
    await within(ESDB_CLOSE_WITHIN_MS, this.connection.client.dispose()).catch(ignore);
  }

  private lastOf(stream: string): Promise<RecordedEvent | null | 'deleted'> {
    return repeatCall(this.patience(`read of ${stream}`), async (leftMs) => {
      let last: RecordedEvent | null = null;
      const { client, limits } = this.reading(leftMs);
      try {
        await consume(client.readStream(stream, TIP), limits, (resolved) => {
          last = toRecordedEvent(resolved);
          return false;
        });
      } catch (error) {
        if (esdbTrouble(error) === 'stream-deleted') return 'deleted';
        if (esdbTrouble(error) !== 'stream-not-found') throw error;
      }
      return last;
    });
  }

  private async tombstone(stream: string): Promise<void> {
    const limits = { ...this.patience(`deletion of ${stream}`), isAnswer: isDeleted };
    const { credentials } = this.url;
    try {
      await repeatCall(limits, (leftMs) => {
        const deadline = Math.min(ESDB_CALL_TIMEOUT_MS, leftMs);
        const options = { credentials, deadline, ...FROM_LEADER };
        const call = this.connection.client.tombstoneStream(stream, options);
        return within(deadline + ESDB_CALL_GRACE_MS, call);
      });
    } catch (error) {
      if (!isDeleted(error)) throw error;
    }
  }

  private async *keyStreams(): AsyncGenerator<string> {
    const { client, givenUp } = this.connection;
    const everything = client.readAll({
      ...{ direction: FORWARDS, fromPosition: START },
      ...FROM_LEADER,
    });
    for await (const { event } of everything)
      if (event !== undefined && isKeyStream(event.streamId)) yield event.streamId;
    if (givenUp.aborted) throw new EventLogUnavailable('the client was given up half-way');
  }

  private connect(): Connection {
    const using = new AbortController();
    this.giveUp = () => using.abort();
    return { client: clientFor(this.url.connection), givenUp: using.signal };
  }

  private reading(leftMs: number) {
    const { client, givenUp } = this.connection;
    return { client, limits: { silenceMs: Math.min(ESDB_CALL_TIMEOUT_MS, leftMs), givenUp } };
  }

  private patience(what: string) {
    const untilMs = performance.now() + ESDB_RETRY_TIMEOUT_MS;
    return { what, untilMs, signal: this.closing.signal, onTrouble: this.callFailed };
  }

  /**
   * All calls fail together when the leader changes: the log has one line for each reason, and the
   * metric counts every call.
   */
  private readonly callFailed = (reason: string): void => {
    eventStoreTroubles.inc({ what: 'call', reason });
    if (reason === NO_ANSWER) this.renew();
    const nowMs = performance.now();
    if (nowMs - (this.loggedMs.get(reason) ?? -Infinity) < ESDB_TROUBLE_QUIET_MS) return;
    this.loggedMs.set(reason, nowMs);
    this.logger.warn({ reason }, 'a call of the event store is repeated');
  };

  /**
   * The client keeps to a node that is silent until keep-alive gives it up, which takes longer than any
   * caller waits; another one leads by then. A new client asks the nodes which one does.
   */
  private renew(): void {
    const nowMs = performance.now();
    if (!this.url.isCluster || nowMs - this.renewedMs < ESDB_RENEW_EVERY_MS) return;
    this.renewedMs = nowMs;
    const before = this.connection.client;
    this.giveUp();
    this.connection = this.connect();
    within(ESDB_CLOSE_WITHIN_MS, before.dispose()).catch(ignore);
  }

  private async readOnce(
    stream: string,
    range: { readonly fromRevision: bigint; readonly maxCount?: bigint },
    leftMs: number,
  ): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    const { client, limits } = this.reading(leftMs);
    const found = client.readStream(stream, {
      ...{ direction: FORWARDS, ...range },
      ...FROM_LEADER,
    });
    try {
      await consume(found, limits, (resolved) => {
        const event = toRecordedEvent(resolved);
        if (event !== null) events.push(event);
        return true;
      });
    } catch (error) {
      if (esdbTrouble(error) !== 'stream-not-found') throw error;
    }
    return events;
  }

  private async appendOnce(
    stream: string,
    expectedRevision: ExpectedRevision,
    rows: readonly EventRow[],
    leftMs: number,
  ): Promise<Appended> {
    const { credentials } = this.url;
    const deadline = Math.min(ESDB_CALL_TIMEOUT_MS, leftMs);
    const options = { expectedRevision, credentials, deadline, ...FROM_LEADER };
    const call = this.connection.client.appendToStream(stream, rows.map(toClientEvent), options);
    const answer = await within(deadline + ESDB_CALL_GRACE_MS, call);
    const { success, nextExpectedRevision, position } = answer;
    if (!success || position === undefined)
      throw new EventLogUnavailable('an answer without position');
    return { revision: nextExpectedRevision, position: position.commit };
  }

  /** The last event is the head, unless it is the store's own, or a key: then look further back. */
  private async headOnce(leftMs: number): Promise<bigint | null> {
    const [newest] = await this.lastEvents(1, leftMs);
    if (newest !== null) return newest?.position ?? null;
    const found = await this.lastEvents(ALL, leftMs);
    return found.find((event) => event !== null)?.position ?? null;
  }

  /** Backwards from the end up to the first event that those who follow the log see. */
  private async lastEvents(maxCount: number, leftMs: number): Promise<(RecordedEvent | null)[]> {
    const events: (RecordedEvent | null)[] = [];
    const { client, limits } = this.reading(leftMs);
    const found = client.readAll({
      ...{ direction: BACKWARDS, fromPosition: END, maxCount },
      ...FROM_LEADER,
    });
    await consume(found, limits, (resolved) => {
      const event = toRecordedEvent(resolved);
      events.push(event === null || isKeyStream(event.stream) ? null : event);
      return events.at(-1) === null;
    });
    return events;
  }
}

const TIP = { direction: BACKWARDS, fromRevision: END, maxCount: 1, ...FROM_LEADER } as const;

const isDeleted = (error: unknown): boolean => esdbTrouble(error) === 'stream-deleted';

const isConflict = (error: unknown): error is WrongExpectedVersionError =>
  esdbTrouble(error) === 'wrong-expected-version';

const toClientEvent = ({ id, type, data, metadata }: EventRow) =>
  jsonEvent({
    id,
    type,
    data: JSON.parse(data) as Record<string, unknown>,
    metadata: JSON.parse(metadata) as Record<string, unknown>,
  });

/** The client's own errors quote the connection string, so they end here. */
const clientFor = (connection: string): EventStoreDBClient => {
  try {
    return withoutUnhandled(EventStoreDBClient.connectionString(connection));
  } catch {
    throw new Error('the event store URL is wrong, or one of the files it names is missing');
  }
};

type Failed = { handleError: (client: never, error: Error) => Promise<void> };

/**
 * Version 6.2.1 handles the error of a call without awaiting the result. This rejects while no node
 * leads, and an unhandled rejection ends the process. The caller gets the error of the call anyway.
 */
const withoutUnhandled = (client: EventStoreDBClient): EventStoreDBClient => {
  const failed = client as unknown as Failed;
  const { handleError } = failed;
  failed.handleError = (...failure) => handleError(...failure).catch(ignore);
  return client;
};
