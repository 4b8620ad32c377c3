import { MINUTE_MS } from '#kernel/duration.js';

/** Margin for clock differences at the start of a window of the broker's limit. */
const PACING_MARGIN_MS = 20;
/** Shortest window, because its end is reported in whole seconds. */
const PACING_WINDOW_MIN_MS = 1_000;
/** Longest accepted window and pause. Longer values of the broker are reduced. */
const PACING_WINDOW_MAX_MS = MINUTE_MS;

/** Most urgent first. Waiting makes a call more urgent, see `rankOf`. */
export const PRIORITIES = [
  'send',
  'read',
  /** A read that a partner shows. The last response replaces it if the budget is short. */
  'view',
] as const;
export type Priority = (typeof PRIORITIES)[number];

/** A priority as a number. 0 is the most urgent. */
export type Rank = number;

/** Share of a window that is reserved for more urgent calls, by rank. */
const KEPT_FOR_OTHERS: readonly number[] = [0, 0.2, 0.6];

/** Rate limit in a response of the broker. */
export type ReportedRate = {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds, as the broker wrote it. Identifies the window. */
  readonly window: number;
  readonly endsInMs: number;
};

/**
 * Observation from one response. `unlimited`: a success without rate headers. `late`: an admitted
 * call without a response that had not begun when its window ended.
 */
export type RateObservation =
  | { readonly kind: 'rate'; readonly rate: ReportedRate }
  | { readonly kind: 'throttled'; readonly pauseMs: number; readonly rate: ReportedRate | null }
  | { readonly kind: 'unlimited' }
  | { readonly kind: 'late' };

/** Number of calls that may begin until `endsAtMs`. Null: unlimited. */
export type Budget = {
  /** Calls in a whole window; 0 if the broker throttles without naming a limit. */
  readonly limit: number;
  readonly left: number;
  readonly window: number;
  readonly endsAtMs: number;
  readonly lengthMs: number;
  /** The previous window ended, and no response has reported this one yet. */
  readonly assumed: boolean;
  /** The broker throttled a call, so no call begins until then. */
  readonly pausedUntilMs: number;
} | null;

/** Returns the budget after an observation. Responses may arrive in any order. */
export const observe = (before: Budget, heard: RateObservation, nowMs: number): Budget => {
  switch (heard.kind) {
    case 'unlimited':
      return null;
    case 'rate':
      return withRate(rolledOver(before, nowMs), heard.rate, nowMs);
    case 'late': {
      const known = rolledOver(before, nowMs);
      return known === null ? null : { ...known, left: Math.max(0, known.left - 1) };
    }
    case 'throttled': {
      const known = rolledOver(before, nowMs);
      const budget = heard.rate === null ? known : withRate(known, heard.rate, nowMs);
      const pausedUntilMs = nowMs + Math.min(heard.pauseMs, PACING_WINDOW_MAX_MS);
      return { ...(budget ?? NAMELESS), pausedUntilMs };
    }
  }
};

const NAMELESS = {
  limit: 0,
  left: 0,
  window: 0,
  endsAtMs: 0,
  lengthMs: 0,
  assumed: false,
} as const;

const withRate = (known: Budget, rate: ReportedRate, nowMs: number): Budget => {
  const { limit, remaining, window } = rate;
  const endsInMs = Math.min(rate.endsInMs, PACING_WINDOW_MAX_MS);
  const lengthMs = Math.max(endsInMs, PACING_WINDOW_MIN_MS);
  const endsAtMs = nowMs + endsInMs + PACING_MARGIN_MS;
  if (known === null || known.limit !== limit) {
    const pausedUntilMs = known?.pausedUntilMs ?? 0;
    return { limit, left: remaining, window, endsAtMs, lengthMs, assumed: false, pausedUntilMs };
  }
  // Ignores a late response of a previous window. If its window has not ended but the known one
  // has, the known end was too late, and this response corrects it.
  if (endsInMs <= 0 || (window < known.window && !known.assumed)) return known;
  const isNew = window > known.window && !known.assumed;
  const left = isNew ? remaining : Math.min(known.left, remaining);
  const longest = Math.max(known.lengthMs, lengthMs);
  return { ...known, left, window, endsAtMs, assumed: false, lengthMs: longest };
};

/** Restores the whole budget after the end of its window. */
const rolledOver = (budget: Budget, nowMs: number): Budget => {
  if (budget === null) return null;
  if (budget.limit === 0) return nowMs < budget.pausedUntilMs ? budget : null;
  if (nowMs < budget.endsAtMs) return budget;
  return { ...budget, left: budget.limit, endsAtMs: nowMs + budget.lengthMs, assumed: true };
};

export type Admission = {
  readonly budget: Budget;
  /** Number of calls that may begin, from the first. */
  readonly granted: number;
  /** Time until the other calls may ask again, in ms; 0 if there are none. */
  readonly waitMs: number;
  /** Time for which the admitted calls are valid, in ms. */
  readonly endsInMs: number;
};

/** Admits the first of `ranks`, which must be sorted by urgency. */
export const admitByPriority = (
  before: Budget,
  ranks: readonly Rank[],
  nowMs: number,
): Admission => {
  const budget = rolledOver(before, nowMs);
  if (budget === null) return { budget, granted: ranks.length, waitMs: 0, endsInMs: Infinity };
  const { limit, pausedUntilMs } = budget;
  const endsInMs = budget.endsAtMs - nowMs;
  if (nowMs < pausedUntilMs) return { budget, granted: 0, waitMs: pausedUntilMs - nowMs, endsInMs };
  let { left } = budget;
  let granted = 0;
  for (const rank of ranks) {
    const kept = Math.floor(limit * (KEPT_FOR_OTHERS[rank] ?? 0));
    if (left <= kept) break;
    left--;
    granted++;
  }
  const waitMs = granted === ranks.length ? 0 : Math.max(1, endsInMs);
  return { budget: { ...budget, left }, granted, waitMs, endsInMs };
};
