import { performance } from 'node:perf_hooks';
import type { EventStoreDBClient, StreamingRead } from '@eventstore/db-client';
import { doubling, retry } from '#kernel/concurrency/retry.js';
import { withTimeout } from '#kernel/concurrency/with-timeout.js';
import { EventLogDenied, EventLogUnavailable } from '#kernel/event-store/event-log.js';

/** The first pause before such a repeat; it doubles. */
const ESDB_RETRY_FIRST_MS = 100;
/** The longest such pause. */
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
 * For every call: a follower may not have yet what was confirmed, and says so of nothing. It refuses
 * then, and the client goes to the leader that it names.
 */
export const FROM_LEADER = { requiresLeader: true } as const;

/** The client's message after it asked every node, and the server's while it knows no leader. */
const NO_LEADER = /^Failed to discover|Leader info not available|No leader info/;

/** The client's own name of an error, else its gRPC code; its message may quote too much. */
export const esdbTrouble = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return 'unknown';
  if (error instanceof Error && NO_LEADER.test(error.message)) return 'no-leader';
  if ('type' in error && typeof error.type === 'string') return error.type;
  return 'code' in error && typeof error.code === 'number' ? `code ${error.code}` : 'unknown';
};

/** Repeating cannot help. Everything else is taken for a store that is away for a while. */
const isSettled = (error: unknown): boolean =>
  SETTLED.has(esdbTrouble(error)) ||
  esdbTrouble(error) === 'code 3' ||
  esdbTrouble(error) === 'code 8';

/** Reason for a node that accepted the call, or seemed to, and did not respond. */
export const NO_ANSWER = 'no-answer';

const isSilence = (error: unknown): boolean =>
  error instanceof EventLogUnavailable || esdbTrouble(error) === 'deadline-exceeded';

type Repeating = {
  /** For the error's message. */
  readonly what: string;
  /** When to give up, on the clock of `performance.now()`. */
  readonly untilMs: number;
  readonly signal: AbortSignal;
  /** Receives the reason of each repeated call. */
  readonly onTrouble?: (reason: string) => void;
  /** Errors that are the answer. */
  readonly isAnswer?: (error: unknown) => boolean;
};

/**
 * Repeats a call that may be repeated, until it answers or fails for good. The call hears how much
 * time is left, in ms.
 * @throws {EventLogUnavailable} time is up, or the signal aborted.
 */
export const repeatCall = async <Result>(
  { what, untilMs, signal, onTrouble = ignore, isAnswer = () => false }: Repeating,
  call: (leftMs: number) => Promise<Result>,
): Promise<Result> => {
  const leftMs = () => Math.max(0, Math.ceil(untilMs - performance.now()));
  const unavailable = (reason: string) => new EventLogUnavailable(`${what}: ${reason}`);
  if (leftMs() === 0) throw unavailable('it waited too long for its turn');
  const when = (error: unknown) => {
    if (isAnswer(error) || isSettled(error)) return false;
    onTrouble(isSilence(error) ? NO_ANSWER : esdbTrouble(error));
    return true;
  };
  try {
    return await retry({ signal, backoff: callBackoff, when, withinMs: leftMs() }, () =>
      call(leftMs()),
    );
  } catch (error) {
    if (isAnswer(error)) throw error;
    const trouble = error instanceof EventLogUnavailable ? error.message : esdbTrouble(error);
    if (isSettled(error)) throw refusal(what, trouble);
    throw unavailable(signal.aborted ? 'the event log is closed' : trouble);
  }
};

const callBackoff = doubling(ESDB_RETRY_FIRST_MS, ESDB_RETRY_MAX_MS, 0.5);

/** Made without the client's own error, which may quote the connection string. */
const refusal = (what: string, trouble: string): Error =>
  trouble === DENIED
    ? new EventLogDenied(what)
    : new Error(`${what}: the event store refuses: ${trouble}`);

/** Gives up waiting, not the call itself. @throws {EventLogUnavailable} no answer in time. */
export const within = <Result>(ms: number, call: Promise<Result>): Promise<Result> =>
  withTimeout(ms, 'the event store', call, (message) => new EventLogUnavailable(message));

/** A client, and the signal that it is given up. */
export type Connection = { readonly client: EventStoreDBClient; readonly givenUp: AbortSignal };

/**
 * Hands over what a read finds until `take` answers false. The client's reads know no deadline, and those of
 * a client that is disposed of end as if there were no more to read.
 * @throws {EventLogUnavailable} nothing came for `silenceMs`, or the client was given up.
 */
export const consume = async <Item>(
  source: StreamingRead<Item>,
  { silenceMs, givenUp }: { readonly silenceMs: number; readonly givenUp: AbortSignal },
  take: (item: Item) => boolean,
): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  let cutOff = ignore;
  await new Promise<void>((resolve, reject) => {
    let enough = false;
    const late = () => reject(new EventLogUnavailable(`no answer within ${silenceMs} ms`));
    timer = setTimeout(late, silenceMs);
    cutOff = () => reject(new EventLogUnavailable('no answer before the client was given up'));
    if (givenUp.aborted) cutOff();
    givenUp.addEventListener('abort', cutOff);
    // The error listener stays: an error after the end of reading would else end the process.
    source.on('error', reject).on('end', resolve);
    source.on('data', (item: Item) => {
      timer?.refresh();
      enough ||= !take(item);
      if (enough) resolve();
    });
  }).finally(() => {
    clearTimeout(timer);
    givenUp.removeEventListener('abort', cutOff);
    // Drains the stream: the client forgets a canceled stream only after its end.
    source.cancel().catch(ignore);
  });
};

export const ignore = (): void => undefined;
