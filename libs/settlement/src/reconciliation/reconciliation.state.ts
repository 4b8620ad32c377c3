import { DAY_MS } from '#platform/calendar/day.js';
import { RECONCILE_CLOSED_KEPT_MS } from '#platform/core/timing.js';
import type { Stream } from '#platform/event-store/stream.js';
import { type ReconciliationEvent, parseReconciliationEvent } from './reconciliation.events.js';

type EventData<Type extends ReconciliationEvent['type']> = Extract<
  ReconciliationEvent,
  { type: Type }
>['data'];

export type FinishedRun = EventData<'ReconciliationFinished'>;
export type RecordedDifference = FinishedRun['opened'][number];

export type KnownDifference = RecordedDifference & {
  /** When it was found, saying this. */
  readonly openedAt: string;
  readonly dismissed: { readonly by: string; readonly reason: string; readonly at: string } | null;
};

type ClosedDifference = RecordedDifference & { readonly closedAt: string };

export type RunSummary = Omit<FinishedRun, 'opened' | 'closed'> & {
  readonly opened: number;
  readonly closed: number;
};

export type Reconciliation = {
  /** The latest first, as many as `RUNS_KEPT`. */
  readonly runs: readonly RunSummary[];
  /** By id, those that were dismissed among them. */
  readonly differences: ReadonlyMap<string, KnownDifference>;
  /** Those that closed within the last `RECONCILE_CLOSED_KEPT_MS`, by id; at most `CLOSED_KEPT`, the latest last. */
  readonly closed: ReadonlyMap<string, ClosedDifference>;
  /** Since when a person waits for a run; null when nobody does. */
  readonly requestedAt: string | null;
  /** The latest UTC day that was compared as a whole. */
  readonly nightlyOf: string | null;
  /** How many runs there were. */
  readonly count: number;
};

/** Three days of hourly runs: the nightly one finds there where its day begins in the log. */
const RUNS_KEPT = 80;
/** More dismissed ones are forgotten, the earliest first, and come again if they are still there. */
const DISMISSED_KEPT = 500;
/** As many as a night has calls. */
const CLOSED_KEPT = 1_000;

const evolve = (state: Reconciliation, event: ReconciliationEvent): Reconciliation => {
  switch (event.type) {
    case 'ReconciliationFinished':
      return finished(state, event.data);
    case 'ReconciliationRequested':
      return { ...state, requestedAt: event.data.at };
    case 'ReconciliationDifferenceDismissed': {
      const { differenceId, ...dismissed } = event.data;
      const known = state.differences.get(differenceId);
      if (known === undefined) return state;
      const differences = new Map(state.differences);
      return {
        ...state,
        differences: kept(differences.set(differenceId, { ...known, dismissed })),
      };
    }
  }
};

const finished = (state: Reconciliation, run: FinishedRun): Reconciliation => {
  const differences = new Map(state.differences);
  for (const id of run.closed) differences.delete(id);
  for (const each of run.opened)
    differences.set(each.differenceId, { ...each, openedAt: run.at, dismissed: null });
  if (run.kind === 'closing') return { ...state, differences };
  const summary = { ...run, opened: run.opened.length, closed: run.closed.length };
  return {
    runs: [summary, ...state.runs].slice(0, RUNS_KEPT),
    differences,
    closed: closedAfter(state, run),
    requestedAt: null,
    nightlyOf: run.kind === 'nightly' ? wholeUpTo(run) : state.nightlyOf,
    count: state.count + 1,
  };
};

/** A day of which more was found than kept is gone over again. */
const wholeUpTo = ({ from, more }: FinishedRun): string =>
  new Date(Date.parse(from) - (more > 0 ? DAY_MS : 0)).toISOString().slice(0, 'YYYY-MM-DD'.length);

const closedAfter = (
  { differences, closed }: Reconciliation,
  run: FinishedRun,
): Reconciliation['closed'] => {
  const since = new Date(Date.parse(run.at) - RECONCILE_CLOSED_KEPT_MS).toISOString();
  const opened = new Set(run.opened.map(({ differenceId }) => differenceId));
  const now = run.closed.flatMap((id) => differences.get(id) ?? []);
  const all = [...closed.values(), ...now.map((each) => ({ ...each, closedAt: run.at }))];
  const kept = all.filter(
    ({ differenceId, closedAt }) => closedAt > since && !opened.has(differenceId),
  );
  return new Map(kept.slice(-CLOSED_KEPT).map((each) => [each.differenceId, each]));
};

const kept = (differences: Map<string, KnownDifference>): Map<string, KnownDifference> => {
  const dismissed = [...differences.values()]
    .filter((each) => each.dismissed !== null)
    .sort((one, other) => one.openedAt.localeCompare(other.openedAt));
  for (const { differenceId } of dismissed.slice(0, -DISMISSED_KEPT))
    differences.delete(differenceId);
  return differences;
};

/** One for everything. */
export const reconciliations: Stream<Reconciliation, ReconciliationEvent> = {
  category: 'reconciliation',
  initial: {
    ...{ runs: [], differences: new Map(), closed: new Map() },
    ...{ requestedAt: null, nightlyOf: null, count: 0 },
  },
  evolve,
  parse: parseReconciliationEvent,
};

export const RECONCILIATION = 'broker';

/**
 * The last run, nightly ones apart: the next one goes on there. One that a clock which was ahead has ended counts
 * only while there is no other: what the broker did until then was compared with nothing.
 */
export const lastRunOf = ({ runs }: Reconciliation, now: Date): RunSummary | undefined => {
  const all = runs.filter(({ kind }) => kind !== 'nightly');
  return all.find(({ until }) => until <= now.toISOString()) ?? all.at(-1);
};

export const openDifferences = ({ differences }: Reconciliation): readonly KnownDifference[] =>
  [...differences.values()].filter(({ dismissed }) => dismissed === null);
