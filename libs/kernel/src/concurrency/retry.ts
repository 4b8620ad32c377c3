import { defer, firstValueFrom, retry as resubscribe } from 'rxjs';
import { pause } from './pause.js';

/** Returns the pause before a retry in ms. `retries`: 1 before the first retry. */
export type Backoff = (retries: number) => number;

/**
 * Returns a backoff that doubles from `firstMs` up to `maxMs`. `jitter`: share of each pause, from 0
 * to 1, that is random.
 */
export const doubling =
  (firstMs: number, maxMs = firstMs, jitter = 0, random = () => Math.random()): Backoff =>
  (retries) =>
    Math.min(firstMs * 2 ** (retries - 1), maxMs) * (1 - jitter * random());

type Retried = {
  /** Ends a pause and prevents further attempts. */
  readonly signal?: AbortSignal;
  readonly backoff: Backoff;
  /** Whether an error is worth a retry. By default every error is. */
  readonly when?: (error: unknown) => boolean;
  readonly retriesMax?: number;
  /** Time from the call within which attempts begin. */
  readonly withinMs?: number;
  /** Called before each pause. */
  readonly onRetry?: (error: unknown) => void;
};

/**
 * Repeats the work after a failure, with a pause in between. Waits for the end of each attempt.
 * @throws the last error, if it is not worth a retry, a limit is reached or the signal aborted.
 * Before the first attempt, the reason of an aborted signal.
 */
export const retry = <Result>(
  { signal, backoff, when = () => true, retriesMax = Infinity, ...rest }: Retried,
  work: (attempt: number) => Promise<Result>,
): Promise<Result> => {
  const { withinMs = Infinity, onRetry } = rest;
  const untilMs = performance.now() + withinMs;
  const delay = async (error: unknown, retries: number): Promise<void> => {
    const leftMs = untilMs - performance.now();
    if (!when(error) || retries > retriesMax || leftMs <= 0 || signal?.aborted) throw error;
    onRetry?.(error);
    const pauseMs = backoff(retries);
    if (pauseMs > 0) await pause(Math.min(pauseMs, leftMs), signal);
    if (pauseMs >= leftMs || signal?.aborted) throw error;
  };
  let attempts = 0;
  const attempt = () => {
    if (attempts === 0) signal?.throwIfAborted();
    return work(++attempts);
  };
  return firstValueFrom(defer(attempt).pipe(resubscribe({ delay })));
};

/** Retries without a limit. Returns undefined if the signal aborted. @throws other errors */
export const retryUntilAborted = async <Result>(
  retried: Pick<Retried, 'backoff' | 'when' | 'onRetry'> & { readonly signal: AbortSignal },
  work: () => Promise<Result>,
): Promise<Result | undefined> => {
  try {
    return await retry(retried, work);
  } catch (error) {
    if (retried.signal.aborted) return undefined;
    throw error;
  }
};

type Reconnected = {
  readonly signal: AbortSignal;
  readonly backoff: Backoff;
  /** Whether to reconnect after an error. By default after every error. */
  readonly when?: (error: unknown) => boolean;
  /** Called when a connection failed, before the pause. `retries`: failures in a row before it. */
  readonly onFailure?: (error: unknown, retries: number) => void;
};

/**
 * Yields the items of one connection after another until the signal aborts. A connection that ends
 * or fails is followed by a pause, which starts small again after `delivered` was called.
 * @throws an error that is not worth a connection
 */
export async function* reconnecting<Item>(
  { signal, backoff, when = () => true, onFailure }: Reconnected,
  connect: (delivered: () => void) => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  let retries = 0;
  const isOver = () => signal.aborted;
  while (!isOver()) {
    try {
      yield* connect(() => (retries = 0));
    } catch (error) {
      if (isOver()) return;
      if (!when(error)) throw error;
      onFailure?.(error, retries);
    }
    retries += 1;
    await pause(backoff(retries), signal);
  }
}
