import { SpanKind } from '@opentelemetry/api';
import { LRUCache } from 'lru-cache';
import { v7 as timeOrderedId } from 'uuid';
import { crashPoint } from '../crash-points.js';
import { ownValue } from '../own-value.js';
import { type Backoff, doubling, retry } from '../concurrency/retry.js';
import { appendDuration, eventsAppended } from '../metrics.js';
import { traceparentOf, traced } from '../tracing.js';
import {
  type Appended,
  type EventLog,
  EventLogUnavailable,
  type ExpectedRevision,
  type Metadata,
  type NewEvent,
  type RecordedEvent,
  WrongExpectedRevision,
  unopened,
} from './event-log.js';
import { type LookUpNames, PLAIN_NAMES } from './look-up-names.js';
import { KeyedMutex } from './keyed-mutex.js';
import type { PersonalFields } from './personal.js';
import { StateCache } from './state-cache.js';
import { type Decision, type DomainEvent, type Stream, showsPerson, streamName } from './stream.js';

/** Time for which a write is retried after conflicts. Its caller gets a 503 afterwards. */
export const CONFLICT_RETRY_TIMEOUT_MS = 2_000;
/** Upper limit of the first random pause after a conflict. The limit doubles with each pause. */
const CONFLICT_RETRY_FIRST_MS = 4;
/** Upper limit of every pause after a conflict. */
const CONFLICT_RETRY_MAX_MS = 64;

/** Author and partner of a request, for the metadata of the appended events. */
export type Cause = {
  readonly partnerId: string;
  readonly correlationId: string;
  readonly causationId: string;
  readonly actor: string;
};

export type Loaded<State> = { readonly state: State; readonly revision: ExpectedRevision };

export type Committed<State, Event> = {
  readonly events: readonly Event[];
  /** The state after `events`. */
  readonly state: State;
  /** The appended event as a read returns it. Null for no event and for more than one. */
  readonly recorded: RecordedEvent | null;
};

/** Limit of waiting writes to one stream in one process. Callers beyond it must retry. */
const WAITING_PER_STREAM_MAX = 1_000;

/** Limit of streams whose last metadata this process caches. */
const WRITTEN_MAX = 2_000;

/** Loads streams as states and appends the events of decisions. Never calls a provider. */
export class EventStore {
  private readonly states = new StateCache();
  private readonly writes = new KeyedMutex(WAITING_PER_STREAM_MAX);
  private readonly reading = new Map<
    string,
    { readonly stream: object; readonly state: unknown }
  >();
  private readonly written = new LRUCache<string, Metadata>({ max: WRITTEN_MAX });

  readonly lookUps: LookUpNames;

  constructor(private readonly log: EventLog) {
    this.lookUps = log.lookUps ?? PLAIN_NAMES;
  }

  async load<State, Event extends DomainEvent>(
    stream: Stream<State, Event>,
    id: string,
  ): Promise<State> {
    return (await this.loadWithRevision(stream, id)).state;
  }

  async loadWithRevision<State, Event extends DomainEvent>(
    stream: Stream<State, Event>,
    id: string,
  ): Promise<Loaded<State>> {
    const name = streamName(stream, id);
    const readMs = performance.now();
    const known = this.states.get<State>(stream, name);
    const log = stream.decryptsPersonal === false ? unopened(this.log) : this.log;
    const recorded = await log.read(name, known === null ? 0n : known.revision + 1n);
    const last = recorded.at(-1);
    if (last === undefined) {
      if (known === null) return { state: stream.initial, revision: 'no_stream' };
      this.states.set(stream, name, known, readMs);
      return known;
    }
    const events = recorded.map((event) => stream.parse(event.type, event.data));
    const state = events.reduce(stream.evolve, known?.state ?? stream.initial);
    const loaded = { state, revision: last.revision };
    if (!showsPerson(stream, recorded)) this.states.set(stream, name, loaded, readMs);
    return loaded;
  }

  /**
   * Returns a state that is at most `maxAgeMs` old. Reads again if `isEnough` rejects the state,
   * because another process may have appended. Calls during a read share that read.
   */
  async loadRecent<State, Event extends DomainEvent>(
    stream: Stream<State, Event>,
    id: string,
    maxAgeMs: number,
    isEnough: (state: State) => boolean = () => true,
  ): Promise<State> {
    const isRead = this.reading.has(streamName(stream, id));
    const recent = isRead ? null : this.recallRecent(stream, id, maxAgeMs);
    const state = await (recent === null ? this.loadShared(stream, id) : recent.state);
    return isEnough(state) ? state : this.loadShared(stream, id);
  }

  /** Returns the state without a read if it is at most `maxAgeMs` old, otherwise null. */
  recallRecent<State, Event extends DomainEvent>(
    stream: Stream<State, Event>,
    id: string,
    maxAgeMs: number,
  ): Loaded<State> | null {
    return this.states.get(stream, streamName(stream, id), performance.now() - maxAgeMs);
  }

  private loadShared<State, Event extends DomainEvent>(
    stream: Stream<State, Event>,
    id: string,
  ): Promise<State> {
    const name = streamName(stream, id);
    const known = this.reading.get(name);
    if (known?.stream === stream) return known.state as Promise<State>;
    const state = this.load(stream, id).finally(() => this.reading.delete(name));
    this.reading.set(name, { stream, state });
    return state;
  }

  /**
   * Returns the state after the first event. Gives the personal fields of a long stream without a
   * read of the whole stream, because states with personal fields are not cached.
   */
  async loadFirst<State, Event extends DomainEvent>(
    stream: Stream<State, Event>,
    id: string,
  ): Promise<State> {
    const recorded = await this.log.read(streamName(stream, id), 0n, 0n);
    return recorded
      .map(({ type, data }) => stream.parse(type, data))
      .reduce(stream.evolve, stream.initial);
  }

  /**
   * Returns the state at the last revision that this process has read or appended, without a read.
   * Null for an unknown stream. Another process may have appended since: `appendTo` detects it.
   */
  recall<State, Event extends DomainEvent>(
    stream: Stream<State, Event>,
    id: string,
  ): Loaded<State> | null {
    return this.states.get(stream, streamName(stream, id));
  }

  /**
   * Returns the metadata of the last event that this process appended to the stream, otherwise of
   * the last event in the log. Further work on the stream continues this request.
   */
  async lastMetadata(name: string): Promise<Metadata | undefined> {
    return this.written.get(name) ?? (await this.log.read(name)).at(-1)?.metadata;
  }

  /**
   * Loads a stream, decides and appends. Repeats this after a conflict, so `decide` must be pure.
   * The first attempt uses `before`, which must be recent enough for a decision to append nothing or
   * to reject. Without `before` it uses the recalled state, and loads if that leads to no append.
   * @throws {Refused} of `decide`
   * @throws {WrongExpectedRevision} other processes appended first at every attempt.
   * @throws {EventLogUnavailable} the outcome is unknown; the same command can be repeated.
   */
  transact<State, Event extends DomainEvent>(
    stream: Stream<State, Event>,
    id: string,
    decide: Decision<State, Event>,
    cause: Cause,
    before?: Loaded<State>,
  ): Promise<Committed<State, Event>> {
    let isFirst = true;
    return this.write(stream, id, async () => {
      const recalled = isFirst && before === undefined ? this.recall(stream, id) : null;
      const known = isFirst ? before : undefined;
      isFirst = false;
      const events = recalled === null ? [] : noneIfRejected(() => decide(recalled.state));
      if (recalled !== null && events.length > 0)
        return this.appendTo(stream, id, recalled, events, cause);
      const loaded = known ?? (await this.loadWithRevision(stream, id));
      return this.appendTo(stream, id, loaded, decide(loaded.state), cause);
    });
  }

  /**
   * Runs `attempt`, a load and an append, exclusively for the stream within this process. Repeats it
   * after a conflict with another process, for `CONFLICT_RETRY_TIMEOUT_MS`. Every other retry is
   * immediate, which wins most races against a constant writer. The others follow a random pause, so
   * that two processes do not conflict again and again.
   * @throws {WrongExpectedRevision} other processes appended first at every attempt.
   */
  write<Result>(
    stream: { readonly category: string },
    id: string,
    attempt: () => Promise<Result>,
  ): Promise<Result> {
    const name = streamName(stream, id);
    const untilMs = performance.now() + CONFLICT_RETRY_TIMEOUT_MS;
    const when = (error: unknown) => {
      if (!(error instanceof WrongExpectedRevision)) return false;
      if (!isAhead(error)) this.states.delete(name);
      return true;
    };
    return this.writes.run(name, () => {
      const withinMs = untilMs - performance.now();
      return retry({ backoff: conflictPauseMs, when, withinMs }, attempt);
    });
  }

  /**
   * Appends at exactly the loaded revision, so only one of several concurrent writers succeeds.
   * @throws {WrongExpectedRevision} another writer appended since.
   */
  async appendTo<State, Event extends DomainEvent>(
    stream: Stream<State, Event>,
    id: string,
    { state, revision }: Loaded<State>,
    events: readonly Event[],
    cause: Cause,
  ): Promise<Committed<State, Event>> {
    if (events.length === 0) return { events, state, recorded: null };
    const name = streamName(stream, id);
    const written = events.map(({ type, data }) => ({ type, data: toJson(data) }));
    const parsed = written.map(({ type, data }) => requireParses(stream, type, data));
    crashPoint('log.appending');
    const { sent, appended } = await traced(
      `append ${stream.category}`,
      spanOf(events),
      async (span) => {
        const sent = envelopes(stream.parse.personal, written, cause, traceparentOf(span));
        return { sent, appended: await timed(this.log.append(name, revision, sent)) };
      },
    );
    crashPoint('log.appended');
    this.written.set(name, sent[0]!.metadata);
    for (const { type } of events) eventsAppended.inc({ type });
    if (!showsPerson({ parse: stream.parse }, events))
      this.states.advance(stream, name, revision, parsed, appended.revision);
    const recorded = recordedOf(name, sent, appended);
    return { events, state: events.reduce(stream.evolve, state), recorded };
  }
}

/** Returns no events after an error. The caller then decides again on the state of the log. */
const noneIfRejected = <Event>(decide: () => readonly Event[]): readonly Event[] => {
  try {
    return decide();
  } catch {
    return [];
  }
};

const recordedOf = (
  stream: string,
  [event, ...others]: readonly NewEvent[],
  appended: Appended,
): RecordedEvent | null =>
  event === undefined || others.length > 0 ? null : { ...event, stream, ...appended };

/**
 * Returns whether the log only has more events than the cached state. The state then stays cached,
 * because a full read of a long stream could be slower than a constant writer.
 */
const isAhead = ({ expected, actual }: WrongExpectedRevision): boolean =>
  actual !== 'no_stream' && (expected === 'no_stream' || actual > expected);

const conflictBackoff = doubling(CONFLICT_RETRY_FIRST_MS, CONFLICT_RETRY_MAX_MS, 1);

/** Returns 0 for every other retry. */
const conflictPauseMs: Backoff = (retries) =>
  retries % 2 === 1 ? 0 : conflictBackoff(retries / 2);

const spanOf = (events: readonly DomainEvent[]) => ({
  kind: SpanKind.CLIENT,
  attributes: { 'brokerage.events': events.map(({ type }) => type).join(' ') },
});

const timed = async (appending: Promise<Appended>): Promise<Appended> => {
  const begunMs = performance.now();
  let outcome = 'failed';
  try {
    const appended = await appending;
    outcome = 'appended';
    return appended;
  } catch (error) {
    if (error instanceof WrongExpectedRevision) outcome = 'conflict';
    if (error instanceof EventLogUnavailable) outcome = 'unavailable';
    throw error;
  } finally {
    appendDuration.observe({ outcome }, (performance.now() - begunMs) / 1_000);
  }
};

/** Returns the parsed event. An event that does not parse would block every load of its stream. */
const requireParses = <State, Event extends DomainEvent>(
  stream: Stream<State, Event>,
  type: string,
  data: unknown,
): Event => {
  try {
    return stream.parse(type, data);
  } catch (error) {
    throw new Error(`${type} does not fit its schema and is not appended`, { cause: error });
  }
};

/** Creates the event ids before the append, so that its retries have the same ids. */
const envelopes = (
  personal: PersonalFields | null | undefined,
  events: readonly { readonly type: string; readonly data: unknown }[],
  cause: Cause,
  traceparent: string | undefined,
): readonly NewEvent[] => {
  const at = new Date().toISOString();
  const metadata = { ...cause, at, ...(traceparent === undefined ? {} : { traceparent }) };
  return events.map(({ type, data }) => ({
    ...{ id: timeOrderedId(), type, data, metadata },
    ...personalIn(personal, type, data),
  }));
};

const personalIn = (
  personal: PersonalFields | null | undefined,
  type: string,
  data: unknown,
): Pick<NewEvent, 'personal'> => {
  const fields = personal?.fields.get(type);
  if (fields === undefined) return {};
  const of = ownValue(data as Record<string, unknown>, personal?.person ?? '');
  if (typeof of !== 'string') throw new Error(`${type} lacks the id of its person`);
  return { personal: { of, fields } };
};

const toJson = (value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value}`;
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, toJson(of)]));
};
