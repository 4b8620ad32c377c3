import type { Broker } from '#platform/broker/broker.js';
import type { Span } from '#platform/broker/broker-changes.js';
import type { Logger } from '#platform/core/logger.js';
import { pause } from '#platform/core/pause.js';
import { AUDIT_SECOND_LOOK_AFTER_MS, RECONCILE_NEWS_WITHIN_MS } from '#platform/core/timing.js';
import type { EventLog } from '#platform/event-store/event-log.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { Rows } from '#platform/read-store/rows.js';
import { type Difference, isSameDifference } from '../reconcile/difference.js';
import { type RunResult, subjectOf } from '../reconciliation/reconciliation.decide.js';
import type { RecordedDifference } from '../reconciliation/reconciliation.state.js';
import type { SettlementReader } from '../settlement-periods/settlement-reader.js';
import { readLists } from './broker-lists.js';
import { type Seen, compareScope } from './compare-scope.js';
import type { Look } from './look.js';
import { LookUps } from './look-ups.js';
import { type Scope, addDifferences, addLists, emptyScope, readLogChanges } from './scope.js';
import { SharedJournals } from './shared-journals.js';
import { SomeBooks } from './some-books.js';

export type Sources = {
  readonly log: EventLog;
  readonly store: EventStore;
  readonly reader: SettlementReader;
  readonly rows: Pick<Rows, 'find'>;
  readonly broker: Pick<Broker, 'changes'>;
  readonly logger: Logger;
  readonly secondLookAfterMs?: number;
};

/** What one run is to compare. */
export type Plan = {
  readonly kind: RunResult['kind'];
  /** At the broker. */
  readonly span: Span;
  /** Journals of others from here on were counted by no earlier run. */
  readonly countedFrom: string;
  /** In the log, after this position; null: from its beginning. */
  readonly logFrom: bigint | null;
  /** Looked at again, changed or not. */
  readonly known: readonly RecordedDifference[];
  readonly lookUpsMax: number;
  /** Periods with more lines are not folded again. */
  readonly linesMax: number;
};

const LOOKS_AGAIN_MAX = 2;

/**
 * Compares the log, the read models and the broker over what changed in any of them. The number of
 * calls follows the changes that one record tells of and another does not. What differs is looked at
 * again a moment later, since the records are not read in the same instant.
 */
export const reconcileChanges = async (
  sources: Sources,
  plan: Plan,
  clock: () => Date = () => new Date(),
): Promise<RunResult> => {
  const begun = clock();
  const changes = sources.broker.changes();
  const { scope, until } = await readLogChanges(sources.log, plan.logFrom);
  const known = plan.known.flatMap(({ depositId }) => depositId ?? []);
  const changedDeposits = new Set([...scope.deposits, ...known]);
  const lists = await readLists(changes, plan.span);
  const { from, until: ends } = plan.span;
  addLists(scope, lists, { from, until: plan.kind === 'nightly' ? ends : null });
  addDifferences(scope, plan.known);
  await addSharing(sources, scope, known);
  const lookAt = (about: Pick<Look, 'scope' | 'lists' | 'isFresh' | 'changedDeposits' | 'span'>) =>
    compareScope({
      ...about,
      known: new Set(known),
      lookUps: new LookUps(changes, about.lists, plan.lookUpsMax),
      books: new SomeBooks(sources.log, sources.store),
      store: sources.store,
      shared: new SharedJournals(sources),
      reader: sources.reader,
      changes,
      logUntil: until,
      newsSince: new Date(clock().getTime() - RECONCILE_NEWS_WITHIN_MS).toISOString(),
      countedFrom: plan.countedFrom,
      linesMax: plan.linesMax,
    });
  const first = await lookAt({ scope, lists, isFresh: false, changedDeposits, span: plan.span });
  const { kind, span, logFrom } = plan;
  /** The same lists as they are now, and each thing by itself as far as calls are left. */
  const again = async ({ differences }: Seen): Promise<Seen> => {
    await pause(sources.secondLookAfterMs ?? AUDIT_SECOND_LOOK_AFTER_MS);
    const differing = emptyScope();
    addDifferences(differing, differences);
    await addSharing(sources, differing, [...differing.deposits]);
    const about = { scope: differing, changedDeposits: differing.deposits, span };
    return lookAt({ ...about, lists: await readLists(changes, span), isFresh: true });
  };
  const { lasting, notCompared, subjects } = await lastingOf(first, again);
  const { compared, foreign } = first;
  return {
    ...{ kind, from: span.from, until: span.until, compared, subjects },
    logFrom: textOf(logFrom),
    logUntil: textOf(until),
    calls: changes.calls,
    foreign: foreign.length,
    unreadable: lists.unreadable,
    notCompared,
    differences: lasting,
    tookMs: clock().getTime() - begun.getTime(),
    at: clock().toISOString(),
  };
};

type Lasting = Pick<Seen, 'notCompared' | 'subjects'> & { readonly lasting: Seen['differences'] };

/**
 * What differs in two looks, one after the other, and what the run knows of: not what the later one could
 * not tell. What the second one finds anew, since it asks for more, is looked at a third time.
 */
const lastingOf = async (
  before: Seen,
  again: (before: Seen) => Promise<Seen>,
  looksLeft = LOOKS_AGAIN_MAX,
): Promise<Lasting> => {
  const { differences, notCompared, subjects } = before;
  if (differences.length === 0) return { lasting: [], notCompared, subjects };
  const seen = await again(before);
  const wasThere = (one: Difference) => differences.some((other) => isSameDifference(one, other));
  const isSettled = looksLeft === 1 || seen.differences.every(wasThere);
  const { lasting, ...after } = isSettled
    ? { ...seen, lasting: seen.differences.filter(wasThere) }
    : await lastingOf(seen, again, looksLeft - 1);
  const differing = new Set(differences.map(subjectOf));
  const isTold = (subject: string) => !differing.has(subject) || after.subjects.has(subject);
  return {
    lasting,
    notCompared: notCompared + after.notCompared,
    subjects: new Set([...subjects].filter(isTold)),
  };
};

/** Whose a journal is that two deposits count shows only where both are looked at. */
const addSharing = async (
  sources: Sources,
  scope: Scope,
  depositIds: readonly string[],
): Promise<void> => {
  const shared = new SharedJournals(sources);
  for (const id of depositIds) await shared.addThoseOf(id);
  for (const id of await shared.deposits()) scope.deposits.add(id);
};

const textOf = (position: bigint | null): string | null =>
  position === null ? null : `${position}`;
