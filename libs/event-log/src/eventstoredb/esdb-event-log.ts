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

/** Timeout of one call to EventStoreDB. The call is retried. */
const ESDB_CALL_TIMEOUT_MS = 3_000;
/** Extra time of our own timer, in case client and server ignore the deadline of a call. */
const ESDB_CALL_GRACE_MS = 500;
/** Time for which a call to EventStoreDB is retried, before its caller gets a 503. */
const ESDB_RETRY_TIMEOUT_MS = 10_000;
/** Shortest time between two log lines about retried calls. A metric counts all of them. */
const ESDB_TROUBLE_QUIET_MS = 1_000;
/** Shortest time between two new clients, which look for the leader after a call without a response. */
const ESDB_RENEW_EVERY_MS = 5_000;
/** Longest wait at shutdown for canceled streams of the client, some of which never end. */
const ESDB_CLOSE_WITHIN_MS = 1_000;

const WAITING_PER_STREAM_MAX = 1_000;
const ALL = Number.MAX_SAFE_INTEGER;
const SILENT = { warn: ignore };
const RIGHTS_PROBE = 'rights-probe';

/** Event log in EventStoreDB (23.10, 24.2). A process has one instance. */
export class EsdbEventLog implements KeyedEventLog {
  readonly keys = new EsdbPersonKeys({
    last: (stream) => this.lastOf(stream),
    append: (stream, expected, event) => this.append(stream, expected, [event]),
    tombstone: (stream) => this.tombstone(stream),
    names: () => this.keyStreams(),
  });
  private readonly appends = new KeyedMutex(WAITING_PER_STREAM_MAX);
  private readonly closing = new AbortController();
  private readonly loggedMs = new Map<string, number>();

  private connection: Connection;
  private abandon = ignore;
  private renewedMs = -Infinity;

  private constructor(
    private readonly url: EsdbUrl,
    private readonly logger: Pick<Logger, 'warn'>,
  ) {
    this.connection = this.connect();
  }

  /**
   * Returns the log, which connects at its first call.
   * @throws {Error} the URL is wrong. The error does not quote it.
   */
  static connect(url: string, logger: Pick<Logger, 'warn'> = SILENT): EsdbEventLog {
    return new EsdbEventLog(parseEsdbUrl(url), logger);
  }

  async read(stream: string, from = 0n, to?: bigint): Promise<readonly RecordedEvent[]> {
    if (to !== undefined && to < from) return [];
    const maxCount = to === undefined ? {} : { maxCount: to - from + 1n };
    const range = { fromRevision: from, ...maxCount };
    return repeatCall(this.limits(`read of ${stream}`), (leftMs) =>
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
    const limits = { ...this.limits(`append to ${stream}`), isResult: isConflict };
    const task = () =>
      repeatCall(limits, (leftMs) => this.appendOnce(stream, expected, rows, leftMs));
    try {
      return await this.appends.run(stream, task);
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
   * Checks rights that the service first needs later: to read `$all` and to delete streams. It
   * deletes an empty stream for this. Ignores an unavailable store.
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

  /** Ignores system events and keys, as `subscribe` does. */
  head(): Promise<bigint | null> {
    return repeatCall(this.limits('read of $all'), (leftMs) => this.headOnce(leftMs));
  }

  async close(): Promise<void> {
    this.closing.abort();
    // The client waits for canceled streams, some of which never end.
    this.abandon();
    await within(ESDB_CLOSE_WITHIN_MS, this.connection.client.dispose()).catch(ignore);
  }

  private lastOf(stream: string): Promise<RecordedEvent | null | 'deleted'> {
    return repeatCall(this.limits(`read of ${stream}`), async (leftMs) => {
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
    const limits = { ...this.limits(`deletion of ${stream}`), isResult: isDeleted };
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
    const { client, replaced } = this.connection;
    const everything = client.readAll({
      ...{ direction: FORWARDS, fromPosition: START },
      ...FROM_LEADER,
    });
    for await (const { event } of everything)
      if (event !== undefined && isKeyStream(event.streamId)) yield event.streamId;
    if (replaced.aborted) throw new EventLogUnavailable('the client was replaced during the read');
  }

  private connect(): Connection {
    const using = new AbortController();
    this.abandon = () => using.abort();
    return { client: clientFor(this.url.connection), replaced: using.signal };
  }

  private reading(leftMs: number) {
    const { client, replaced } = this.connection;
    return { client, limits: { silenceMs: Math.min(ESDB_CALL_TIMEOUT_MS, leftMs), replaced } };
  }

  private limits(what: string) {
    const untilMs = performance.now() + ESDB_RETRY_TIMEOUT_MS;
    return { what, untilMs, signal: this.closing.signal, onTrouble: this.callFailed };
  }

  /**
   * Counts a failed call and logs its reason. All calls fail together when the leader changes, so the
   * log has one line for each reason.
   */
  private readonly callFailed = (reason: string): void => {
    eventStoreTroubles.inc({ what: 'call', reason });
    if (reason === NO_ANSWER) this.renew();
    const nowMs = performance.now();
    if (nowMs - (this.loggedMs.get(reason) ?? -Infinity) < ESDB_TROUBLE_QUIET_MS) return;
    this.loggedMs.set(reason, nowMs);
    this.logger.warn({ reason }, 'retried a call of the event store');
  };

  /**
   * Replaces the client, so that it looks for the leader. The old client would use a silent node until
   * its keep-alive fails, which takes longer than callers wait.
   */
  private renew(): void {
    const nowMs = performance.now();
    if (!this.url.isCluster || nowMs - this.renewedMs < ESDB_RENEW_EVERY_MS) return;
    this.renewedMs = nowMs;
    const previous = this.connection.client;
    this.abandon();
    this.connection = this.connect();
    within(ESDB_CLOSE_WITHIN_MS, previous.dispose()).catch(ignore);
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
    const response = await within(deadline + ESDB_CALL_GRACE_MS, call);
    const { success, nextExpectedRevision, position } = response;
    if (!success || position === undefined)
      throw new EventLogUnavailable('the response lacks the position');
    return { revision: nextExpectedRevision, position: position.commit };
  }

  /** Reads backwards only if the last event is a system event or a key. */
  private async headOnce(leftMs: number): Promise<bigint | null> {
    const [newest] = await this.lastEvents(1, leftMs);
    if (newest !== null) return newest?.position ?? null;
    const found = await this.lastEvents(ALL, leftMs);
    return found.find((event) => event !== null)?.position ?? null;
  }

  /** Reads backwards to the last event that subscribers see. Others are null in the result. */
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

/** Replaces errors of the client, which quote the connection string. */
const clientFor = (connection: string): EventStoreDBClient => {
  try {
    return withoutUnhandled(EventStoreDBClient.connectionString(connection));
  } catch {
    throw new Error('the event store URL is wrong, or one of the files it names is missing');
  }
};

type Failed = { handleError: (client: never, error: Error) => Promise<void> };

/**
 * Ignores rejections of the client's own error handler, which version 6.2.1 does not await. It
 * rejects without a leader, which would end the process. The caller gets the error of the call.
 */
const withoutUnhandled = (client: EventStoreDBClient): EventStoreDBClient => {
  const failed = client as unknown as Failed;
  const { handleError } = failed;
  failed.handleError = (...failure) => handleError(...failure).catch(ignore);
  return client;
};
