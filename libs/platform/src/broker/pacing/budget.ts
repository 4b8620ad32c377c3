import { PACING_MARGIN_MS, PACING_WINDOW_MAX_MS, PACING_WINDOW_MIN_MS } from '../../core/timing.js';

/** The most urgent first. Waiting makes a call more urgent: see `rankOf`. */
export const PRIORITIES = [
  ...(['order', 'deposit', 'account', 'look-up'] as const),
  /** A look at what is believed to be known. */
  'recheck',
  'reconciliation',
] as const;
export type Priority = (typeof PRIORITIES)[number];

/** A priority as a number: 0 is the most urgent. */
export type Rank = number;

/** What part of a window is kept for those that are more urgent. */
const KEPT_FOR_OTHERS: readonly number[] = [0, 0.05, 0.1, 0.2, 0.5, 0.5];

/** What the broker says about its limit with one answer. */
export type RateWord = {
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds, as the broker wrote it: names the window. */
  readonly window: number;
  readonly endsInMs: number;
};

/**
 * What one answer tells. `unlimited`: a success without a word about a limit. `late`: no answer, but a call
 * that was paid for, and whose window is over before it begins.
 */
export type Heard =
  | { readonly kind: 'rate'; readonly rate: RateWord }
  | { readonly kind: 'throttled'; readonly pauseMs: number; readonly rate: RateWord | null }
  | { readonly kind: 'unlimited' }
  | { readonly kind: 'late' };

/** How many calls may still be begun until `endsAtMs`. Null: as many as anybody likes. */
export type Budget = {
  /** Of a whole window; 0 when the broker throttles and names no limit. */
  readonly limit: number;
  readonly left: number;
  readonly window: number;
  readonly endsAtMs: number;
  readonly lengthMs: number;
  /** The window before it is over, and no answer has told of this one yet. */
  readonly assumed: boolean;
  /** The broker threw a call back, and none is begun until then. */
  readonly pausedUntilMs: number;
} | null;

/** The budget once an answer is known. Answers may come in any order. */
export const hear = (before: Budget, heard: Heard, nowMs: number): Budget => {
  switch (heard.kind) {
    case 'unlimited':
      return null;
    case 'rate':
      return told(rolledOver(before, nowMs), heard.rate, nowMs);
    case 'late': {
      const known = rolledOver(before, nowMs);
      return known === null ? null : { ...known, left: Math.max(0, known.left - 1) };
    }
    case 'throttled': {
      const known = rolledOver(before, nowMs);
      const budget = heard.rate === null ? known : told(known, heard.rate, nowMs);
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

const told = (known: Budget, rate: RateWord, nowMs: number): Budget => {
  const { limit, remaining, window } = rate;
  const endsInMs = Math.min(rate.endsInMs, PACING_WINDOW_MAX_MS);
  const lengthMs = Math.max(endsInMs, PACING_WINDOW_MIN_MS);
  const endsAtMs = nowMs + endsInMs + PACING_MARGIN_MS;
  if (known === null || known.limit !== limit) {
    const pausedUntilMs = known?.pausedUntilMs ?? 0;
    return { limit, left: remaining, window, endsAtMs, lengthMs, assumed: false, pausedUntilMs };
  }
  // A late answer of a window that is over says nothing about this one. One that is not over, when the
  // known one is, names it truly: the known one was named too late.
  if (endsInMs <= 0 || (window < known.window && !known.assumed)) return known;
  const isNew = window > known.window && !known.assumed;
  const left = isNew ? remaining : Math.min(known.left, remaining);
  const longest = Math.max(known.lengthMs, lengthMs);
  return { ...known, left, window, endsAtMs, assumed: false, lengthMs: longest };
};

/** After the end of its window the budget is whole again. */
const rolledOver = (budget: Budget, nowMs: number): Budget => {
  if (budget === null) return null;
  if (budget.limit === 0) return nowMs < budget.pausedUntilMs ? budget : null;
  if (nowMs < budget.endsAtMs) return budget;
  return { ...budget, left: budget.limit, endsAtMs: nowMs + budget.lengthMs, assumed: true };
};

export type Turns = {
  readonly budget: Budget;
  /** How many of those that ask may begin, the first ones. */
  readonly granted: number;
  /** When the others may ask again; 0 when there are none. */
  readonly waitMs: number;
  /** How long those that begin are paid for. */
  readonly endsInMs: number;
};

/** Pays for the first of `ranks`, which are in the order of their urgency. */
export const takeTurns = (before: Budget, ranks: readonly Rank[], nowMs: number): Turns => {
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
