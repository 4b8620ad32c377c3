import { setTimeout as sleep } from 'node:timers/promises';
import type createClient from 'openapi-fetch';
import type { components, paths } from './schema.js';
import { LoginRefused, messageOf } from './session.js';
import type { Event } from './webhooks.js';

export type FeedOptions = {
  /** Id of the last handled event, or `next` of a page. Default: the start of the feed. */
  readonly after?: string | undefined;
  /** Only these types, for example `order.filled`. */
  readonly types?: readonly string[] | undefined;
  /** Ends the iteration. */
  readonly signal?: AbortSignal | undefined;
  /** Pause before the next read at the end of the feed, ms. Default: 1,000. */
  readonly pollMs?: number;
  /** Called before each retry, for logs. */
  readonly onRetry?: (error: unknown, pauseMs: number) => void;
};

type Http = ReturnType<typeof createClient<paths>>;
type Problem = components['schemas']['Problem'];
type Page = components['schemas']['Events'];

const PAGE = 200;
const POLL_MS = 1_000;
const TIMEOUT_MS = 15_000;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;
const RETRY_AFTER_MAX_MS = 120_000;

/** The service rejected a request for the feed, and would also reject a retry. */
export class FeedRejected extends Error {
  override readonly name = 'FeedRejected';

  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(messageOf(status, problem));
  }
}

/** An error response after which a retry may succeed. */
class Unavailable extends Error {
  constructor(
    status: number,
    problem: Problem,
    readonly retryAfterMs: number,
  ) {
    super(messageOf(status, problem));
  }
}

/**
 * Yields the events of the feed in order: first the existing ones, then each new one, until `signal`
 * aborts. Repeats requests without a response, and after 429 or 5xx. Yields each event exactly once.
 * @throws {FeedRejected} for an unknown `after` or type
 */
export async function* readFeed(
  http: Http,
  { after, types, pollMs = POLL_MS, onRetry, signal = new AbortController().signal }: FeedOptions,
): AsyncGenerator<Event, void, undefined> {
  const query = { limit: PAGE, ...(types === undefined ? {} : { types: types.join(',') }) };
  for (let cursor = after; ;) {
    const next = cursor === undefined ? query : { ...query, after: cursor };
    const page = await readPersistently(() => readPage(http, next, signal), signal, onRetry);
    if (page === null) return;
    for (const event of page.events) {
      if (signal.aborted) return;
      yield event;
    }
    cursor = page.next;
    if (!page.hasMore) await pause(pollMs, signal);
  }
}

/** Repeats a read until it succeeds. Returns null once `signal` aborts. */
const readPersistently = async (
  read: () => Promise<Page>,
  signal: AbortSignal,
  onRetry: FeedOptions['onRetry'],
): Promise<Page | null> => {
  for (let failures = 0; ; failures++) {
    try {
      return await read();
    } catch (error) {
      if (signal.aborted) return null;
      const pauseMs = retryPauseMs(error, failures);
      onRetry?.(error, pauseMs);
      await pause(pauseMs, signal);
    }
  }
};

type Query = { readonly limit: number; readonly after?: string; readonly types?: string };

const readPage = async (http: Http, query: Query, signal: AbortSignal): Promise<Page> => {
  const { data, error, response } = await http.GET('/v1/events', {
    params: { query },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  if (data !== undefined) return data;
  const { status, headers } = response;
  if (!isTemporary(status)) throw new FeedRejected(status, error);
  const retryAfterS = Number(headers.get('retry-after'));
  throw new Unavailable(status, error, Math.min(retryAfterS * 1000 || 0, RETRY_AFTER_MAX_MS));
};

const isTemporary = (status: number): boolean => status === 429 || status >= 500;

/** Returns the pause before a retry, ms. @throws the error if a retry cannot succeed. */
const retryPauseMs = (error: unknown, failures: number): number => {
  if (error instanceof FeedRejected) throw error;
  if (error instanceof LoginRefused && !isTemporary(error.status)) throw error;
  const backoffMs = Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS);
  const jitteredMs = backoffMs * (0.5 + Math.random() / 2);
  return Math.max(jitteredMs, error instanceof Unavailable ? error.retryAfterMs : 0);
};

const pause = (ms: number, signal: AbortSignal): Promise<unknown> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
