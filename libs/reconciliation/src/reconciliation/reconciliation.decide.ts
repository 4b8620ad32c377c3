import { conflict, notFound } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import { type Difference, differenceIdOf, subjectOf } from './difference.js';
import type { ReconciliationEvent } from './reconciliation.events.js';
import {
  type FinishedRun,
  type KnownDifference,
  type Reconciliation,
  type RecordedDifference,
  begunAt,
  openDifferences,
} from './reconciliation.state.js';

type Decide = Decision<Reconciliation, ReconciliationEvent>;
type Finished = Extract<ReconciliationEvent, { type: 'ReconciliationFinished' }>;
type Finish = Decision<Reconciliation, Finished>;

/** Open differences, and pending ones: together they fit into one event. */
export const OPENED_MAX = 500;
const PENDING_MAX = 500;
const WHAT_CHARACTERS_MAX = 500;

/** Result of a run. `subjects` names every object that the run compared. */
export type RunResult = Omit<FinishedRun, 'opened' | 'closed' | 'pending' | 'more'> & {
  readonly differences: readonly Difference[];
  readonly subjects: ReadonlySet<string>;
};

/**
 * Two runs open a difference: the second one confirms the first. A run closes the differences of
 * the objects that it compared and found equal.
 */
export const finishRun =
  ({ differences, subjects, ...run }: RunResult): Finish =>
  (state) => {
    const found = new Map(recorded(differences).map((each) => [each.differenceId, each]));
    const isOver = (known: RecordedDifference, since: string) =>
      !found.has(known.differenceId) && since < begunAt(run) && isCompared(known, subjects);
    const closed = [...state.differences.values()].filter((one) => isOver(one, one.openedAt));
    const rest = openDifferences(state).filter((each) => !closed.includes(each));
    const isOpen = new Set(rest.map(({ differenceId }) => differenceId));
    const stateOf = ({ differenceId }: RecordedDifference) => {
      if (isOpen.has(differenceId)) return 'changed';
      const isKnown = state.pending.has(differenceId) || state.differences.has(differenceId);
      return isKnown && run.kind !== 'closing' ? 'confirmed' : 'new';
    };
    const fresh = Map.groupBy(
      [...found.values()].filter(
        (one) => state.differences.get(one.differenceId)?.what !== one.what,
      ),
      stateOf,
    );
    const confirmed = fresh.get('confirmed') ?? [];
    const opened = confirmed.slice(0, Math.max(0, OPENED_MAX - rest.length));
    const kept = [...state.pending.values()].filter(
      (one) => !found.has(one.differenceId) && !isOver(one, one.foundAt),
    );
    const waiting = [
      ...kept.map(({ foundAt: _, ...each }) => each),
      ...confirmed.slice(opened.length),
      ...(fresh.get('new') ?? []),
    ];
    const data = {
      ...run,
      opened: [...(fresh.get('changed') ?? []), ...opened],
      closed: closed.map(({ differenceId }) => differenceId),
      pending: waiting.slice(0, PENDING_MAX),
      more: Math.max(0, waiting.length - PENDING_MAX),
    };
    return [{ type: 'ReconciliationFinished', data }];
  };

/** Records the check of a period that found a difference. The next run confirms it. */
export const finishClosing =
  (result: RunResult): Finish =>
  (state) =>
    result.differences.length === 0 ? [] : finishRun(result)(state);

/** A request that waits covers later ones. */
export const requestRun =
  (by: string, now: Date): Decide =>
  ({ requestedAt }) =>
    requestedAt === null
      ? [{ type: 'ReconciliationRequested', data: { by, at: now.toISOString() } }]
      : [];

/** `openedAt`: of the difference that the person saw, if known. */
export type Dismissing = {
  readonly by: string;
  readonly reason: string;
  readonly openedAt?: string | undefined;
};

/**
 * A repeat by the same person with the same reason has the same result.
 *
 * @throws {Refused} it does not exist, has another text, or is dismissed
 */
export const dismissDifference =
  (differenceId: string, { by, reason, openedAt }: Dismissing, now: Date): Decide =>
  ({ differences }) => {
    const known = differences.get(differenceId);
    if (known === undefined)
      throw notFound(
        'difference_not_found',
        'The difference is not open. It was resolved, or the next run of the service will open it',
      );
    const { dismissed } = known;
    if (openedAt !== undefined && openedAt !== known.openedAt)
      throw conflict(
        'difference_told_anew',
        `Its text has changed at ${known.openedAt}: ${known.what}`,
      );
    if (dismissed === null) {
      const data = { differenceId, reason, by, at: now.toISOString() };
      return [{ type: 'ReconciliationDifferenceDismissed', data }];
    }
    if (dismissed.by === by && dismissed.reason === reason) return [];
    throw conflict('dismissed_already', `It was dismissed at ${dismissed.at}: ${dismissed.reason}`);
  };

/** Returns the dismissal of a difference that another comparison found with the same text. */
export const dismissalOf = (
  { differences }: Reconciliation,
  found: readonly Difference[],
): ((difference: Difference) => KnownDifference['dismissed']) => {
  const texts = new Map(recorded(found).map(({ differenceId, what }) => [differenceId, what]));
  return (difference) => {
    const id = differenceIdOf(difference);
    const known = differences.get(id);
    return known !== undefined && known.what === texts.get(id) ? known.dismissed : null;
  };
};

/** A journal without a response leaves the difference of its deposit open. */
const isCompared = (known: RecordedDifference, subjects: ReadonlySet<string>): boolean =>
  subjects.has(subjectOf(known)) &&
  (known.journalId === null || subjects.has(`journal/${known.journalId}`));

/** Merges differences of one kind about one object. */
const recorded = (differences: readonly Difference[]): readonly RecordedDifference[] => {
  const byId = new Map<string, RecordedDifference>();
  for (const { what, ...difference } of differences) {
    const differenceId = differenceIdOf(difference);
    const before = byId.get(differenceId)?.what;
    const all = before === undefined ? what : `${before}; ${what}`;
    const short = all.slice(0, WHAT_CHARACTERS_MAX);
    byId.set(differenceId, { ...difference, differenceId, what: short });
  }
  return [...byId.values()];
};
