import { DAY_MS, HOUR_MS, MINUTE_MS } from '#kernel/duration.js';

/** Pauses before the next attempts of a delivery. The last one repeats. */
const WEBHOOK_RETRY_PAUSES_MS = [
  ...[5_000, 30_000, 2 * MINUTE_MS, 10 * MINUTE_MS],
  ...[HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS],
] as const;
/** Time after the first attempt of a delivery in which it is retried. */
const WEBHOOK_RETRY_FOR_MS = 3 * DAY_MS;
/** Longest pause that a receiver can request with `Retry-After`, in ms. */
const RETRY_AFTER_MAX_MS = HOUR_MS;
/** Largest random part of a pause, so that retries spread. */
const JITTER = 0.1;

/** Open requests of one endpoint. */
const WEBHOOK_OPEN_MAX = 8;
/** Failures in a row after which an endpoint gets one request at a time. */
const BREAKER_FAILURES = 5;
/** Pause of an endpoint after that many failures. It doubles with each further failure. */
const BREAKER_PAUSE_FIRST_MS = 1_000;
/** The longest such pause, so that a receiver that is back is noticed soon. */
const BREAKER_PAUSE_MAX_MS = MINUTE_MS;

/** Result of one attempt. */
export type Outcome = {
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** The receiver's `Retry-After`; null without one. */
  readonly retryAfterMs: number | null;
};

export const isSuccess = ({ status }: Outcome): boolean =>
  status !== null && status >= 200 && status < 300;

type Delivery = {
  /** Attempts with this one. */
  readonly attempts: number;
  readonly firstAttemptAt: Date;
  /** False for a test, which has one attempt. */
  readonly isRetried: boolean;
};

/** The time of the next attempt after a failure; null if the delivery has failed permanently. */
export const nextAttemptAt = (
  { attempts, firstAttemptAt, isRetried }: Delivery,
  { retryAfterMs }: Outcome,
  now: Date,
  random: number,
): Date | null => {
  if (!isRetried) return null;
  const planned = WEBHOOK_RETRY_PAUSES_MS[attempts - 1] ?? WEBHOOK_RETRY_PAUSES_MS.at(-1)!;
  const pauseMs = retryAfterMs === null ? planned : Math.min(retryAfterMs, RETRY_AFTER_MAX_MS);
  const at = now.getTime() + pauseMs * (1 + JITTER * random);
  return at > firstAttemptAt.getTime() + WEBHOOK_RETRY_FOR_MS ? null : new Date(Math.round(at));
};

/** Limits of requests to an endpoint. */
export type Load = {
  /** Largest number of open requests. */
  readonly openMax: number;
  readonly failuresInRow: number;
  /** Time until which the endpoint rests; null: it does not rest. */
  readonly restUntil: Date | null;
};

export const FULL_LOAD: Load = {
  openMax: WEBHOOK_OPEN_MAX,
  failuresInRow: 0,
  restUntil: null,
};

/** Statuses of an overloaded receiver. */
const BUSY: readonly (number | null)[] = [429, 502, 504];

/**
 * A success restores the full load. 429, 502 and 504 halve it. Failures in a row open the breaker.
 */
export const loadAfter = (load: Load, outcome: Outcome, now: Date): Load => {
  if (isSuccess(outcome)) return FULL_LOAD;
  const failuresInRow = load.failuresInRow + 1;
  const isBusy = BUSY.includes(outcome.status);
  const openMax = isBusy ? Math.max(1, Math.floor(load.openMax / 2)) : load.openMax;
  const beyond = failuresInRow - BREAKER_FAILURES;
  if (beyond < 0) return { openMax, failuresInRow, restUntil: null };
  const pauseMs = Math.min(
    BREAKER_PAUSE_FIRST_MS * 2 ** Math.min(beyond, 10),
    BREAKER_PAUSE_MAX_MS,
  );
  return { openMax, failuresInRow, restUntil: new Date(now.getTime() + pauseMs) };
};

/** Number of requests that may be open now. */
export const openLimit = ({ openMax, failuresInRow, restUntil }: Load, now: Date): number => {
  if (restUntil !== null && now < restUntil) return 0;
  return failuresInRow >= BREAKER_FAILURES ? 1 : openMax;
};

type Exhausted = {
  readonly firstAttemptAt: Date;
  /** Time of the endpoint's last success; null: none. */
  readonly lastSuccessAt: Date | null;
};

/** Whether an endpoint accepted nothing while a delivery used all its retries. */
export const acceptedNothing = ({ firstAttemptAt, lastSuccessAt }: Exhausted): boolean =>
  lastSuccessAt === null || lastSuccessAt < firstAttemptAt;

/** Parses `Retry-After`, seconds or a date. Null if it is missing or malformed. */
export const retryAfterMsOf = (header: string | undefined, now: Date): number | null => {
  if (header === undefined) return null;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
};
