import type { OutboundResponse } from '#http/outbound/outbound-http.js';
import type { RateObservation, ReportedRate } from './budget.js';

/** Clock difference below which our clock is used, because it is finer. */
const PACING_SAME_CLOCK_MS = 2_000;
/** Pause after a 429 without a stated pause. */
const THROTTLED_PAUSE_MS = 1_000;
/** Shortest pause after a 429. */
const THROTTLED_PAUSE_MIN_MS = 50;

const UNIX_SECONDS = /^\d{9,11}$/;
const WHOLE = /^\d{1,9}$/;

/**
 * Reads the broker's limit from a response: `X-RateLimit-Limit`, `-Remaining` and `-Reset` (Unix
 * seconds), and `Retry-After` (seconds or an HTTP date) of a 429. Returns null without them.
 */
export const observationFrom = (
  response: OutboundResponse,
  nowMs: number,
): RateObservation | null => {
  const rate = rateOf(response, nowMs);
  if (response.status === 429)
    return { kind: 'throttled', pauseMs: pauseIn(response, rate, nowMs), rate };
  if (rate !== null) return { kind: 'rate', rate };
  return response.status >= 200 && response.status < 300 ? { kind: 'unlimited' } : null;
};

/** Returns the pause that the broker requests with a 429, in ms. */
export const requestedPauseMs = (response: OutboundResponse, nowMs: number): number =>
  pauseIn(response, rateOf(response, nowMs), nowMs);

const rateOf = ({ headers }: OutboundResponse, nowMs: number): ReportedRate | null => {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map(
    (name) => headers[`x-ratelimit-${name}`] ?? '',
  ) as [string, string, string];
  if (!WHOLE.test(limit) || !WHOLE.test(remaining) || !UNIX_SECONDS.test(reset)) return null;
  if (Number(limit) === 0) return null;
  const endsInMs = Number(reset) * 1_000 - brokerNowMs(headers['date'], nowMs);
  return { limit: Number(limit), remaining: Number(remaining), window: Number(reset), endsInMs };
};

const brokerNowMs = (date: string | undefined, nowMs: number): number => {
  const brokerMs = Date.parse(date ?? '');
  return Math.abs(brokerMs - nowMs) > PACING_SAME_CLOCK_MS ? brokerMs : nowMs;
};

/**
 * Uses the longest stated pause. If the window has calls left, its end is not the reason for the
 * 429.
 */
const pauseIn = (
  { headers }: OutboundResponse,
  rate: ReportedRate | null,
  nowMs: number,
): number => {
  const until = rate !== null && rate.remaining === 0 ? rate.endsInMs : 0;
  const named = Math.max(until, retryAfterMs(headers['retry-after'] ?? '', nowMs));
  return named > 0 ? Math.max(named, THROTTLED_PAUSE_MIN_MS) : THROTTLED_PAUSE_MS;
};

const retryAfterMs = (text: string, nowMs: number): number => {
  if (WHOLE.test(text)) return Number(text) * 1_000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? 0 : atMs - nowMs;
};
