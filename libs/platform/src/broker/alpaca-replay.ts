import { openFrames } from '../core/outbound-events.js';
import type { OutboundHttp } from '../core/outbound-http.js';
import { BROKER_REPLAY_WITHIN_MS } from '../core/timing.js';
import { type BrokerHint, OutcomeUnknown } from './broker.js';
import type { Span } from './broker-changes.js';

type Stream = BrokerHint['stream'];

type How = {
  readonly stream: Stream;
  readonly span: Span;
  readonly silenceMs: number;
};

/**
 * Every message of a stream within a span, as JSON; undefined for one that is none. The broker ends
 * such a stream by itself, so that one connection tells what changed over all accounts.
 * @throws {OutcomeUnknown} when the broker refuses it, breaks off, or drops messages
 */
export async function* replayed(
  http: OutboundHttp,
  { stream, span, silenceMs }: How,
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
    throw new OutcomeUnknown(`GET ${path} told not all of its events: ${String(error)}`, {
      cause: error,
    });
  }
}

/** What the broker says where it leaves messages out, or ends before the end. */
const BROKEN = /dropped .*messages?|internal server error/i;

/**
 * Days are too coarse for the streams that take no moments, so they are asked by event ids: the
 * broker's are ULIDs, whose first characters are the moment.
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

/** The lowest ULID of a moment (github.com/ulid/spec: 48 bits of milliseconds, then randomness). */
const firstUlidOf = (at: string): string => {
  let [rest, time] = [Date.parse(at), ''];
  for (let i = 0; i < TIME_CHARACTERS; i++) {
    time = `${ALPHABET[rest % ALPHABET.length]}${time}`;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return time + '0'.repeat(RANDOM_CHARACTERS);
};

const jsonIn = (data: string): unknown => {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
};
