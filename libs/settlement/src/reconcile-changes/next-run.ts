import {
  RECONCILE_EVERY_MS,
  RECONCILE_NIGHTLY_AFTER_MS,
  RECONCILE_OVERLAP_MS,
  RECONCILE_UNTIL_AGO_MS,
} from '#platform/core/timing.js';
import { DAY_MS } from '#platform/calendar/day.js';
import {
  type Reconciliation,
  type RunSummary,
  lastRunOf,
  openDifferences,
} from '../reconciliation/reconciliation.state.js';
import { LOOK_UPS_MAX } from './look-ups.js';
import type { Plan } from './reconcile-changes.js';

/** At night nobody waits: more single things, and longer periods. */
const NIGHTLY_LOOK_UPS_MAX = 1_000;
const LINES_MAX = 5_000;
export const NIGHTLY_LINES_MAX = 100_000;
const NIGHTS_MADE_UP_MAX = 7;
/** Each of them takes up to three calls of a look, and what is new needs some, too. */
const KNOWN_MAX = 150;

/**
 * The run that is due, null when none is. The first one begins at the end of the log as it is then:
 * what was before is for `ops reconcile`.
 */
export const nextRun = async (
  state: Reconciliation,
  now: Date,
  head: () => Promise<bigint | null>,
): Promise<Plan | null> => {
  const last = lastRunOf(state, now);
  const until = iso(now.getTime() - RECONCILE_UNTIL_AGO_MS);
  if (last === undefined)
    return {
      ...hourly(state, until),
      ...{ kind: 'first', span: { from: until, until }, countedFrom: until, logFrom: await head() },
    };
  const isDue = now.getTime() - Date.parse(last.until) >= RECONCILE_EVERY_MS;
  if (state.requestedAt === null && !isDue) return nightly(state, now, until);
  const [from, logFrom] = last.more > 0 ? [last.from, last.logFrom] : [last.until, last.logUntil];
  return {
    ...hourly(state, until),
    kind: state.requestedAt === null ? 'hourly' : 'requested',
    span: { from: iso(Date.parse(from) - RECONCILE_OVERLAP_MS), until },
    countedFrom: last.until,
    logFrom: positionOf(logFrom),
  };
};

const hourly = (state: Reconciliation, until: string) => ({
  known: inTurn(state),
  ...{ lookUpsMax: LOOK_UPS_MAX, linesMax: LINES_MAX, countedFrom: until },
});

/**
 * The day that ended, or before it a day whose night was missed or found more than it kept, from where it began
 * in the log as far as the runs that are known tell.
 */
const nightly = (state: Reconciliation, now: Date, until: string): Plan | null => {
  const midnightMs = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const yesterdayMs = midnightMs - DAY_MS;
  const dueMs =
    state.nightlyOf === null ? yesterdayMs : Date.parse(`${state.nightlyOf}T00:00Z`) + DAY_MS;
  const dayMs = Math.max(dueMs, midnightMs - NIGHTS_MADE_UP_MAX * DAY_MS);
  if (dayMs > yesterdayMs || now.getTime() < midnightMs + RECONCILE_NIGHTLY_AFTER_MS) return null;
  const from = iso(dayMs);
  const [latest] = state.runs;
  // Of a day of which not all was kept: once another run may have made room.
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
    // What is closed may have been told wrongly when it was looked at last.
    known: [...inTurn(state), ...state.closed.values()],
    ...{ lookUpsMax: NIGHTLY_LOOK_UPS_MAX, linesMax: NIGHTLY_LINES_MAX },
  };
};

/** Where there are more than can be looked at, each run takes the next ones. */
const inTurn = (state: Reconciliation): Plan['known'] => {
  const open = openDifferences(state);
  if (open.length <= KNOWN_MAX) return open;
  const begin = (state.count * KNOWN_MAX) % open.length;
  return [...open.slice(begin), ...open.slice(0, begin)].slice(0, KNOWN_MAX);
};

const positionOf = (text: RunSummary['logUntil']): bigint | null =>
  text === null ? null : BigInt(text);

const iso = (ms: number): string => new Date(ms).toISOString();
