import { DAY_MS } from '#kernel/calendar/day.js';
import {
  type Reconciliation,
  type RunSummary,
  lastRunOf,
  openDifferences,
} from '../reconciliation/reconciliation.state.js';
import type { DueWindow, Window } from '../run/window.js';
import { RECONCILE_OVERLAP_MS } from '#kernel/timing.js';
import { HOUR_MS, MINUTE_MS } from '#kernel/duration.js';

/** Interval of the reconciliation of changes. */
export const RECONCILE_EVERY_MS = HOUR_MS;
/** The next run follows a run that found something new after this pause, and confirms it. */
const RECONCILE_CONFIRM_AFTER_MS = MINUTE_MS;
/** A span ends this long ago: in the broker's future it would keep the stream open. */
const RECONCILE_UNTIL_AGO_MS = 5_000;
/** The nightly run starts this long after midnight UTC, when the broker's day has begun. */
const RECONCILE_NIGHTLY_AFTER_MS = 8 * HOUR_MS;

/** Limits of a run. The nightly run has more calls, and compares longer periods. */
const HOURLY = { lookUpsMax: 500, linesMax: 5_000 };
const NIGHTLY = { lookUpsMax: 1_000, linesMax: 100_000 };
export const NIGHTLY_LINES_MAX = NIGHTLY.linesMax;
const NIGHTS_MADE_UP_MAX = 7;
/** Known differences per run. Each needs up to three calls, and new changes need calls, too. */
const KNOWN_MAX = 150;

/**
 * Returns the window of the due run, or null. The first run begins at the end of the log, because
 * `ops reconcile` compares everything before.
 */
export const nextRun = async (
  state: Reconciliation,
  now: Date,
  head: () => Promise<bigint | null>,
): Promise<DueWindow | null> => {
  const last = lastRunOf(state, now);
  const until = iso(now.getTime() - RECONCILE_UNTIL_AGO_MS);
  const hourly = { ...HOURLY, known: inTurn(state) };
  if (last === undefined)
    return {
      ...hourly,
      ...{ kind: 'first', span: { from: until, until }, countedFrom: until, logFrom: await head() },
    };
  const isNew = [...state.pending.values()].some(({ foundAt }) => foundAt >= last.at);
  const everyMs = isNew ? RECONCILE_CONFIRM_AFTER_MS : RECONCILE_EVERY_MS;
  const isDue = now.getTime() - Date.parse(last.until) >= everyMs;
  if (state.requestedAt === null && !isDue) return nightly(state, now, until);
  const [from, logFrom] = last.more > 0 ? [last.from, last.logFrom] : [last.until, last.logUntil];
  return {
    ...hourly,
    kind: state.requestedAt === null ? 'hourly' : 'requested',
    span: { from: iso(Date.parse(from) - RECONCILE_OVERLAP_MS), until },
    countedFrom: last.until,
    logFrom: positionOf(logFrom),
  };
};

/**
 * Returns yesterday, or an earlier day without a complete nightly run. The runs of that day determine
 * its first log position.
 */
const nightly = (state: Reconciliation, now: Date, until: string): DueWindow | null => {
  const midnightMs = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const yesterdayMs = midnightMs - DAY_MS;
  const dueMs =
    state.nightlyOf === null ? yesterdayMs : Date.parse(`${state.nightlyOf}T00:00Z`) + DAY_MS;
  const dayMs = Math.max(dueMs, midnightMs - NIGHTS_MADE_UP_MAX * DAY_MS);
  if (dayMs > yesterdayMs || now.getTime() < midnightMs + RECONCILE_NIGHTLY_AFTER_MS) return null;
  const from = iso(dayMs);
  const [latest] = state.runs;
  // A day with too many differences is compared again after another run.
  if (latest?.kind === 'nightly' && latest.more > 0) return null;
  const again = state.runs.find((run) => run.kind === 'nightly' && run.from === from);
  const before = state.runs.find((run) => run.kind !== 'nightly' && run.until <= from);
  const begin = before ?? state.runs.at(-1);
  if (begin === undefined) return null;
  return {
    kind: 'nightly',
    span: { from, until: iso(dayMs + DAY_MS) },
    countedFrom: until,
    logFrom: positionOf(again === undefined ? begin.logUntil : again.logFrom),
    // The broker may have listed a closed difference wrongly.
    known: [...inTurn(state), ...state.closed.values()],
    ...NIGHTLY,
  };
};

/** Each run takes the next part of the known differences. */
const inTurn = (state: Reconciliation): Window['known'] => {
  const open = [...openDifferences(state), ...state.pending.values()];
  if (open.length <= KNOWN_MAX) return open;
  const begin = (state.count * KNOWN_MAX) % open.length;
  return [...open.slice(begin), ...open.slice(0, begin)].slice(0, KNOWN_MAX);
};

const positionOf = (text: RunSummary['logUntil']): bigint | null =>
  text === null ? null : BigInt(text);

const iso = (ms: number): string => new Date(ms).toISOString();
