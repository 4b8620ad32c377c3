import type { OutboundAnswer } from '../../core/outbound-http.js';
import {
  PACING_SAME_CLOCK_MS,
  THROTTLED_PAUSE_MIN_MS,
  THROTTLED_PAUSE_MS,
} from '../../core/timing.js';
import type { Heard, RateWord } from './budget.js';

const UNIX_SECONDS = /^\d{9,11}$/;
const WHOLE = /^\d{1,9}$/;

/**
 * What an answer tells about the broker's limit: `X-RateLimit-Limit`, `-Remaining` and `-Reset`
 * (Unix seconds), and `Retry-After` (seconds or an HTTP date) beside a 429. Null: nothing.
 */
export const heardIn = (answer: OutboundAnswer, nowMs: number): Heard | null => {
  const rate = rateOf(answer, nowMs);
  if (answer.status === 429)
    return { kind: 'throttled', pauseMs: pauseIn(answer, rate, nowMs), rate };
  if (rate !== null) return { kind: 'rate', rate };
  return answer.status >= 200 && answer.status < 300 ? { kind: 'unlimited' } : null;
};

/** How long the broker wants to be left alone, in ms, after a 429. */
export const pauseNamed = (answer: OutboundAnswer, nowMs: number): number =>
  pauseIn(answer, rateOf(answer, nowMs), nowMs);

const rateOf = ({ headers }: OutboundAnswer, nowMs: number): RateWord | null => {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map(
    (name) => headers[`x-ratelimit-${name}`] ?? '',
  ) as [string, string, string];
  if (!WHOLE.test(limit) || !WHOLE.test(remaining) || !UNIX_SECONDS.test(reset)) return null;
  if (Number(limit) === 0) return null;
  const endsInMs = Number(reset) * 1_000 - brokersNow(headers['date'], nowMs);
  return { limit: Number(limit), remaining: Number(remaining), window: Number(reset), endsInMs };
};

const brokersNow = (date: string | undefined, nowMs: number): number => {
  const saidMs = Date.parse(date ?? '');
  return Math.abs(saidMs - nowMs) > PACING_SAME_CLOCK_MS ? saidMs : nowMs;
};

/** The longest that is named; a limit that is not used up is not what the broker throttles for. */
const pauseIn = ({ headers }: OutboundAnswer, rate: RateWord | null, nowMs: number): number => {
  const until = rate !== null && rate.remaining === 0 ? rate.endsInMs : 0;
  const named = Math.max(until, retryAfterMs(headers['retry-after'] ?? '', nowMs));
  return named > 0 ? Math.max(named, THROTTLED_PAUSE_MIN_MS) : THROTTLED_PAUSE_MS;
};

const retryAfterMs = (text: string, nowMs: number): number => {
  if (WHOLE.test(text)) return Number(text) * 1_000;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? 0 : atMs - nowMs;
};
