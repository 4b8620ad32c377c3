import { performance } from 'node:perf_hooks';
import type { EventStoreDBClient, StreamingRead } from '@eventstore/db-client';
import { doubling, retry } from '#kernel/concurrency/retry.js';
import { withTimeout } from '#kernel/concurrency/with-timeout.js';
import { EventLogDenied, EventLogUnavailable } from '#kernel/event-store/event-log.js';

/** First pause before a retry of a call. The pause doubles. */
const ESDB_RETRY_FIRST_MS = 100;
/** Longest pause before a retry of a call. */
const ESDB_RETRY_MAX_MS = 1_000;

export const DENIED = 'access-denied';

const SETTLED = new Set([
  DENIED,
  'invalid-argument',
  'maximum-append-size-exceeded',
  'missing-required-metadata-property',
  'stream-deleted',
  'unsupported',
]);

/**
 * Option of every call, because a follower may lack confirmed events. A follower rejects the call
 * and names the leader, which the client calls then.
 */
export const FROM_LEADER = { requiresLeader: true } as const;

/** Messages of the client after it called every node, and of a server without a leader. */
const NO_LEADER = /^Failed to discover|Leader info not available|No leader info/;

/** Returns the client's name of an error or its gRPC code. The message may contain secrets. */
export const esdbTrouble = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if (error instanceof Error && NO_LEADER.test(error.message)) return 'no-leader';
  if ('type' in error && typeof error.type === 'string') return error.type;
  return 'code' in error && typeof error.code === 'number' ? `code ${error.code}` : 'unknown';
};

/** Returns whether a retry cannot help. Every other error counts as an unavailable store. */
const isSettled = (error: unknown): boolean =>
  SETTLED.has(esdbTrouble(error)) ||
  esdbTrouble(error) === 'code 3' ||
  esdbTrouble(error) === 'code 8';

/** Reason of a failed call whose node did not respond. */
export const NO_ANSWER = 'no-answer';

const isSilence = (error: unknown): boolean =>
  error instanceof EventLogUnavailable || esdbTrouble(error) === 'deadline-exceeded';

type Repeating = {
  /** Name of the call in error messages. */
  readonly what: string;
  /** End of the retries, by `performance.now()`. */
  readonly untilMs: number;
  readonly signal: AbortSignal;
  /** Receives the reason of each repeated call. */
  readonly onTrouble?: (reason: string) => void;
  /** Whether an error is a result of the call, which is not retried. */
  readonly isResult?: (error: unknown) => boolean;
};

/**
 * Retries an idempotent call until it succeeds or fails permanently. `call` receives the remaining
 * time in ms.
 * @throws {EventLogUnavailable} the time is over, or the signal aborted.
 */
export const repeatCall = async <Result>(
  { what, untilMs, signal, onTrouble = ignore, isResult = () => false }: Repeating,
  call: (leftMs: number) => Promise<Result>,
): Promise<Result> => {
  const leftMs = () => Math.max(0, Math.ceil(untilMs - performance.now()));
  const unavailable = (reason: string) => new EventLogUnavailable(`${what}: ${reason}`);
  if (leftMs() === 0) throw unavailable('the call waited too long for earlier calls');
  const when = (error: unknown) => {
    if (isResult(error) || isSettled(error)) return false;
    onTrouble(isSilence(error) ? NO_ANSWER : esdbTrouble(error));
    return true;
  };
  try {
    return await retry({ signal, backoff: callBackoff, when, withinMs: leftMs() }, () =>
      call(leftMs()),
    );
  } catch (error) {
    if (isResult(error)) throw error;
    const trouble = error instanceof EventLogUnavailable ? error.message : esdbTrouble(error);
    if (isSettled(error)) throw rejection(what, trouble);
    throw unavailable(signal.aborted ? 'the event log is closed' : trouble);
  }
};

const callBackoff = doubling(ESDB_RETRY_FIRST_MS, ESDB_RETRY_MAX_MS, 0.5);

/** Returns an error without the client's error, which may quote the connection string. */
const rejection = (what: string, trouble: string): Error =>
  trouble === DENIED
    ? new EventLogDenied(what)
    : new Error(`${what}: the event store rejects the call: ${trouble}`);

/** Waits at most `ms` for a call, which continues. @throws {EventLogUnavailable} after `ms` */
export const within = <Result>(ms: number, call: Promise<Result>): Promise<Result> =>
  withTimeout(ms, 'the event store', call, (message) => new EventLogUnavailable(message));

/** A client with a signal that aborts when a new client replaces it. */
export type Connection = { readonly client: EventStoreDBClient; readonly replaced: AbortSignal };

/**
 * Passes the items of a read to `take` until it returns false. Reads of the client lack a deadline,
 * and reads of a disposed client end without an error.
 * @throws {EventLogUnavailable} after `silenceMs` without an item, or when the client was replaced.
 */
export const consume = async <Item>(
  source: StreamingRead<Item>,
  { silenceMs, replaced }: { readonly silenceMs: number; readonly replaced: AbortSignal },
  take: (item: Item) => boolean,
): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  let cutOff = ignore;
  await new Promise<void>((resolve, reject) => {
    let enough = false;
    const late = () => reject(new EventLogUnavailable(`no answer within ${silenceMs} ms`));
    timer = setTimeout(late, silenceMs);
    cutOff = () => reject(new EventLogUnavailable('no answer before the client was replaced'));
    if (replaced.aborted) cutOff();
    replaced.addEventListener('abort', cutOff);
    // The error listener stays: an unhandled error after the read would end the process.
    source.on('error', reject).on('end', resolve);
    source.on('data', (item: Item) => {
      timer?.refresh();
      enough ||= !take(item);
      if (enough) resolve();
    });
  }).finally(() => {
    clearTimeout(timer);
    replaced.removeEventListener('abort', cutOff);
    // Drains the stream: the client forgets a canceled stream only after its end.
    source.cancel().catch(ignore);
  });
};

export const ignore = (): void => undefined;
