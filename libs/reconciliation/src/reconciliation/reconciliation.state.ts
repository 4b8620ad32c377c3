import { DAY_MS } from '#kernel/calendar/day.js';
import type { Stream } from '#kernel/event-store/stream.js';
import { isKind } from './difference-kinds.js';
import { type ReconciliationEvent, parseReconciliationEvent } from './reconciliation.events.js';

/** Nightly runs compare closed differences again for this long. */
const RECONCILE_CLOSED_RETENTION_MS = 7 * DAY_MS;

export type FinishedRun = Extract<ReconciliationEvent, { type: 'ReconciliationFinished' }>['data'];
export type RecordedDifference = FinishedRun['opened'][number];

export type KnownDifference = RecordedDifference & {
  /** Time of the run that first found this text. */
  readonly openedAt: string;
  readonly dismissed: { readonly by: string; readonly reason: string; readonly at: string } | null;
};

type ClosedDifference = RecordedDifference & { readonly closedAt: string };
type PendingDifference = RecordedDifference & { readonly foundAt: string };

export type RunSummary = Omit<FinishedRun, 'opened' | 'closed' | 'pending'> &
  Readonly<Record<'opened' | 'closed' | 'pending', number>>;

export type Reconciliation = {
  /** The latest first, at most `RUNS_KEPT`. */
  readonly runs: readonly RunSummary[];
  /** By id, dismissed ones included. */
  readonly differences: ReadonlyMap<string, KnownDifference>;
  /** By id, found by one run. */
  readonly pending: ReadonlyMap<string, PendingDifference>;
  /** By id, the latest last, within `RECONCILE_CLOSED_RETENTION_MS`; at most `CLOSED_KEPT`. */
  readonly closed: ReadonlyMap<string, ClosedDifference>;
  /** Time of the request that waits for a run, or null. */
  readonly requestedAt: string | null;
  /** The latest UTC day that a nightly run compared completely. */
  readonly nightlyOf: string | null;
  /** Number of runs. */
  readonly count: number;
};

/** Three days of hourly runs. The nightly run takes its first log position from them. */
const RUNS_KEPT = 80;
/** The number of calls of a nightly run. */
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
      const differences = new Map(state.differences).set(differenceId, { ...known, dismissed });
      return { ...state, differences };
    }
  }
};

const finished = (state: Reconciliation, run: FinishedRun): Reconciliation => {
  const differences = new Map(state.differences);
  for (const id of run.closed) differences.delete(id);
  for (const each of run.opened.filter(({ kind }) => isKind(kind))) {
    const { differenceId } = each;
    const isNew = !differences.has(differenceId);
    const openedAt = (isNew ? state.pending.get(differenceId)?.foundAt : undefined) ?? run.at;
    differences.set(differenceId, { ...each, openedAt, dismissed: null });
  }
  const { pending: found = [] } = run;
  const pending = new Map(
    found.map((each) => {
      const foundAt = state.pending.get(each.differenceId)?.foundAt ?? run.at;
      return [each.differenceId, { ...each, foundAt }];
    }),
  );
  if (run.kind === 'closing') return { ...state, differences, pending };
  const { opened, closed } = run;
  const counts = { opened: opened.length, closed: closed.length, pending: found.length };
  const { requestedAt } = state;
  return {
    runs: [{ ...run, ...counts }, ...state.runs].slice(0, RUNS_KEPT),
    ...{ differences, pending, closed: closedAfter(state, run) },
    requestedAt: requestedAt !== null && requestedAt > begunAt(run) ? requestedAt : null,
    nightlyOf: run.kind === 'nightly' ? completeUntil(run) : state.nightlyOf,
    count: state.count + 1,
  };
};

export const begunAt = ({ at, tookMs }: Pick<FinishedRun, 'at' | 'tookMs'>): string =>
  new Date(Date.parse(at) - tookMs).toISOString();

/** A run compares a day again if it found more differences of that day than it recorded. */
const completeUntil = ({ from, more }: FinishedRun): string =>
  new Date(Date.parse(from) - (more > 0 ? DAY_MS : 0)).toISOString().slice(0, 'YYYY-MM-DD'.length);

const closedAfter = (
  { differences, closed }: Reconciliation,
  run: FinishedRun,
): Reconciliation['closed'] => {
  const since = new Date(Date.parse(run.at) - RECONCILE_CLOSED_RETENTION_MS).toISOString();
  const opened = new Set(run.opened.map(({ differenceId }) => differenceId));
  const now = run.closed.flatMap((id) => differences.get(id) ?? []);
  const all = [...closed.values(), ...now.map((each) => ({ ...each, closedAt: run.at }))];
  const recent = all.filter(
    ({ differenceId, closedAt }) => closedAt > since && !opened.has(differenceId),
  );
  return new Map(recent.slice(-CLOSED_KEPT).map((each) => [each.differenceId, each]));
};

/** One stream for all partners. */
export const reconciliations: Stream<Reconciliation, ReconciliationEvent> = {
  category: 'reconciliation',
  initial: {
    ...{ runs: [], differences: new Map(), pending: new Map(), closed: new Map() },
    ...{ requestedAt: null, nightlyOf: null, count: 0 },
  },
  evolve,
  parse: parseReconciliationEvent,
};

export const RECONCILIATION = 'broker';

/**
 * Returns the last run that is not nightly. The next run continues there. A run that a fast clock
 * ended in the future counts only without another run.
 */
export const lastRunOf = ({ runs }: Reconciliation, now: Date): RunSummary | undefined => {
  const all = runs.filter(({ kind }) => kind !== 'nightly');
  return all.find(({ until }) => until <= now.toISOString()) ?? all.at(-1);
};

export const openDifferences = ({ differences }: Reconciliation): readonly KnownDifference[] =>
  [...differences.values()].filter(({ dismissed }) => dismissed === null);
