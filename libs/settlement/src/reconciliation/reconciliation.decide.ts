import { deterministicId } from '#platform/core/ids.js';
import { conflict, notFound } from '#platform/core/refused.js';
import type { Decision } from '#platform/event-store/stream.js';
import type { Difference } from '../reconcile/difference.js';
import type { ReconciliationEvent } from './reconciliation.events.js';
import {
  type FinishedRun,
  type KnownDifference,
  type Reconciliation,
  type RecordedDifference,
  openDifferences,
} from './reconciliation.state.js';

type Decide = Decision<Reconciliation, ReconciliationEvent>;
type Finished = Extract<ReconciliationEvent, { type: 'ReconciliationFinished' }>;
type Finish = Decision<Reconciliation, Finished>;

/** Together with those of one run they must fit into one event. */
export const OPENED_MAX = 500;
const WHAT_CHARACTERS_MAX = 500;

/** What a run found; `subjects` names everything that it would have found a difference of. */
export type RunResult = Omit<FinishedRun, 'opened' | 'closed' | 'more'> & {
  readonly differences: readonly Difference[];
  readonly subjects: ReadonlySet<string>;
};

/** A difference opens once, is told again when it says something else, and closes by itself. */
export const finishRun =
  ({ differences, subjects, ...run }: RunResult): Finish =>
  (state) => {
    const found = recorded(differences);
    const fresh = found.filter(
      ({ differenceId, what }) => state.differences.get(differenceId)?.what !== what,
    );
    const there = new Set(found.map(({ differenceId }) => differenceId));
    const closed = [...state.differences.values()]
      .filter((known) => !there.has(known.differenceId) && isCompared(known, subjects))
      .map(({ differenceId }) => differenceId);
    const stay = openDifferences(state).filter(
      ({ differenceId }) => !closed.includes(differenceId),
    );
    const isOpen = new Set(stay.map(({ differenceId }) => differenceId));
    const news = fresh.filter(({ differenceId }) => !isOpen.has(differenceId));
    const toldAgain = fresh.filter(({ differenceId }) => isOpen.has(differenceId));
    const opened = [...toldAgain, ...news.slice(0, Math.max(0, OPENED_MAX - stay.length))];
    const more = fresh.length - opened.length;
    return [{ type: 'ReconciliationFinished', data: { ...run, opened, closed, more } }];
  };

/** What a closing found is told; one that found nothing stands in the closing itself. */
export const finishClosing =
  (result: RunResult): Finish =>
  (state) =>
    finishRun(result)(state).filter(
      ({ data: { opened, closed } }) => opened.length + closed.length > 0,
    );

/** A wish that is waiting already is enough. */
export const requestRun =
  (by: string, now: Date): Decide =>
  ({ requestedAt }) =>
    requestedAt === null
      ? [{ type: 'ReconciliationRequested', data: { by, at: now.toISOString() } }]
      : [];

/** `openedAt`: of the difference as the person has seen it, where that is known. */
export type Dismissing = {
  readonly by: string;
  readonly reason: string;
  readonly openedAt?: string | undefined;
};

/**
 * The same again of the same person is a repeat.
 * @throws {Refused} there is no such difference, it was told anew, or somebody dismissed it already
 */
export const dismissDifference =
  (differenceId: string, { by, reason, openedAt }: Dismissing, now: Date): Decide =>
  ({ differences }) => {
    const known = differences.get(differenceId);
    if (known === undefined)
      throw notFound('difference_not_found', 'There is no such difference, or not any more');
    const { dismissed } = known;
    if (openedAt !== undefined && openedAt !== known.openedAt)
      throw conflict(
        'difference_told_anew',
        `It says something else since ${known.openedAt}: ${known.what}`,
      );
    if (dismissed === null) {
      const data = { differenceId, reason, by, at: now.toISOString() };
      return [{ type: 'ReconciliationDifferenceDismissed', data }];
    }
    if (dismissed.by === by && dismissed.reason === reason) return [];
    throw conflict('dismissed_already', `It was dismissed at ${dismissed.at}: ${dismissed.reason}`);
  };

/** How a person dismissed this very difference; null while it is open, or says something else now. */
export const dismissalOf = (
  { differences }: Reconciliation,
  found: readonly Difference[],
): ((difference: Difference) => KnownDifference['dismissed']) => {
  const told = new Map(recorded(found).map(({ differenceId, what }) => [differenceId, what]));
  return (difference) => {
    const id = differenceIdOf(difference);
    const known = differences.get(id);
    return known !== undefined && known.what === told.get(id) ? known.dismissed : null;
  };
};

/** What a difference is about: it is gone when this was compared without finding it. */
export const subjectOf = (
  difference: Pick<
    Difference,
    'depositId' | 'orderId' | 'journalId' | 'brokerOrderId' | 'accountId' | 'settlementId'
  > & { readonly kind: string; readonly partnerId: string | null },
): string => {
  const { kind, partnerId, settlementId, depositId, orderId, brokerOrderId, accountId } =
    difference;
  if (kind.startsWith('period_') || kind.startsWith('line_')) return `period/${settlementId}`;
  if (kind === 'partner_credit') return `partner/${partnerId}`;
  if (depositId !== null) return `deposit/${depositId}`;
  if (orderId !== null) return `order/${orderId}`;
  if (brokerOrderId !== null) return `broker-order/${brokerOrderId}`;
  if (kind.startsWith('account_')) return `account/${accountId}`;
  if (kind === 'event_unreadable')
    return accountId === null ? `partner/${partnerId}` : `account/${accountId}`;
  return `journal/${difference.journalId}`;
};

/** Without an answer about its journal, a deposit is compared as if that were not there. */
const isCompared = (known: RecordedDifference, subjects: ReadonlySet<string>): boolean =>
  subjects.has(subjectOf(known)) &&
  (known.journalId === null || subjects.has(`journal/${known.journalId}`));

/** Those about the same thing and of one kind are one. */
const recorded = (differences: readonly Difference[]): readonly RecordedDifference[] => {
  const byId = new Map<string, RecordedDifference>();
  for (const { what, ...difference } of differences) {
    const differenceId = differenceIdOf(difference);
    const before = byId.get(differenceId)?.what;
    const told = before === undefined ? what : `${before}; ${what}`;
    byId.set(differenceId, {
      ...difference,
      differenceId,
      what: told.slice(0, WHAT_CHARACTERS_MAX),
    });
  }
  return [...byId.values()];
};

/** Not of what may change while the difference stays, such as the journal of a deposit. */
const differenceIdOf = (difference: Omit<Difference, 'what'>): string =>
  deterministicId(
    'difference',
    difference.kind,
    difference.partnerId ?? '',
    subjectOf(difference),
    difference.kind === 'deposit_taken_back' || difference.kind === 'deposit_corrected'
      ? (difference.journalId ?? '')
      : '',
    difference.kind.startsWith('line_') ? (difference.depositId ?? '') : '',
  );
