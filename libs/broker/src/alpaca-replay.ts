import { openFrames } from '#http/outbound/outbound-events.js';
import type { OutboundHttp } from '#http/outbound/outbound-http.js';
import { type BrokerNotification } from './broker.js';
import type { Span } from './broker-changes.js';
import { MINUTE_MS } from '#kernel/duration.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

/** Longest time to read the past events of a broker stream. */
const BROKER_REPLAY_WITHIN_MS = 10 * MINUTE_MS;

type Stream = BrokerNotification['stream'];

type ReplayOptions = {
  readonly stream: Stream;
  readonly span: Span;
  readonly silenceMs: number;
};

/**
 * Yields every message of a stream within a span, as JSON; undefined for an unreadable one. The
 * broker ends such a stream, so one connection returns the changes of all accounts. @throws
 * {OutcomeUnknown} if the broker rejects the request, breaks off, or drops messages
 */
export async function* replayed(
  http: OutboundHttp,
  { stream, span, silenceMs }: ReplayOptions,
): AsyncGenerator {
  const { path, query } = STREAMS[stream];
  const call = { method: 'GET', path, query: query(span) } as const;
  const signal = AbortSignal.timeout(BROKER_REPLAY_WITHIN_MS);
  try {
    for await (const frames of openFrames(http, call, signal, silenceMs))
      for (const frame of frames) {
        if (frame.kind === 'message') yield jsonIn(frame.data);
        else if (BROKEN.test(frame.text)) throw new Error(frame.text);
      }
  } catch (error) {
    throw new OutcomeUnknown(`GET ${path} did not return all of its events: ${String(error)}`, {
      cause: error,
    });
  }
}

/** The broker's comments about dropped messages or an early end. */
const BROKEN = /dropped .*messages?|internal server error/i;

/**
 * Some streams accept only days or event ids, and days are too coarse. The broker's ids are ULIDs,
 * which begin with the time.
 */
const STREAMS = {
  accounts: {
    path: '/v1/events/accounts/status',
    query: ({ from, until }: Span) => ({
      since_ulid: firstUlidOf(from),
      until_ulid: firstUlidOf(until),
    }),
  },
  journals: {
    path: '/v2/events/journals/status',
    query: ({ from, until }: Span) => ({ since: from, until }),
  },
  trades: {
    path: '/v2/events/trades',
    query: ({ from, until }: Span) => ({
      since_id: firstUlidOf(from),
      until_id: firstUlidOf(until),
    }),
  },
} satisfies Record<Stream, { path: string; query: (span: Span) => Record<string, string> }>;

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

/**
 * Returns the lowest ULID of a time (github.com/ulid/spec: 48 bits of milliseconds, then
 * randomness).
 */
const firstUlidOf = (at: string): string => {
  let [rest, time] = [Date.parse(at), ''];
  for (let i = 0; i < TIME_CHARACTERS; i++) {
    time = `${ALPHABET[rest % ALPHABET.length]}${time}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return time + '0'.repeat(RANDOM_CHARACTERS);
};

/** Returns undefined for text that is not JSON. */
export const jsonIn = (data: string): unknown => {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
};
