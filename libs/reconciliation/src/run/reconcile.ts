import type { DatedJournal } from '#broker/broker-changes.js';
import { eachOf } from '#kernel/concurrency/each-of.js';
import { MINUTE_MS } from '#kernel/duration.js';
import { BrokerRecords } from '../import/broker-records.js';
import { LoggedRecords } from '../import/logged-records.js';
import { scopeOf } from '../import/scope.js';
import type { Comparison, Matched, Sources } from '../match/comparison.js';
import { matchAccounts } from '../match/match-accounts.js';
import { matchJournals } from '../match/match-journals.js';
import { matchOrders } from '../match/match-orders.js';
import { matchReadModels } from '../match/match-read-models.js';
import { type Difference, subjectOf } from '../reconciliation/difference.js';
import type { RunResult } from '../reconciliation/reconciliation.decide.js';
import type { Window } from './window.js';

/** A change at the broker may take this long to arrive in the log. */
const RECONCILE_NEWS_WITHIN_MS = MINUTE_MS;

export type Reconciled = Omit<RunResult, 'kind'> & {
  readonly comparison: Comparison;
  readonly thirdParty: readonly DatedJournal[];
};

/**
 * Imports the changes of a window and matches them with the log and the read models. The number of
 * calls depends on the number of changes that only one side reports.
 * @throws {OutcomeUnknown} if the broker does not return its lists
 */
export const reconcile = async (
  sources: Sources,
  window: Window,
  clock: () => Date = () => new Date(),
): Promise<Reconciled> => {
  const begun = clock();
  const changes = sources.broker.changes();
  const scope = await scopeOf(sources.log, window);
  const records = new BrokerRecords(changes, window.lookUpsMax);
  const logged = new LoggedRecords(sources.log, sources.store);
  const settledUntil = new Date(begun.getTime() - RECONCILE_NEWS_WITHIN_MS).toISOString();
  const comparison = { sources, window, scope, records, logged, settledUntil };
  await importRecords(comparison);
  const journals = await matchJournals(comparison);
  const matched: Matched[] = [journals];
  if (window.deposits === undefined)
    for (const match of [matchOrders, matchAccounts, matchReadModels])
      matched.push(await match(comparison));
  const subjects = matched.flatMap((each) => each.subjects);
  const count = (name: string) => subjects.filter((each) => each.startsWith(`${name}/`)).length;
  const compared = {
    ...{ deposits: count('deposit'), journals: count('journal'), orders: count('order') },
    ...{ accounts: count('account'), periods: count('period') },
  };
  const ended = clock();
  return {
    ...{ from: window.span.from, until: window.span.until, compared },
    logFrom: window.logFrom === null ? null : `${window.logFrom}`,
    logUntil: scope.logUntil === null ? null : `${scope.logUntil}`,
    ...{ tookMs: ended.getTime() - begun.getTime(), at: ended.toISOString() },
    ...{
      calls: changes.calls,
      foreign: journals.thirdParty.length,
      unreadable: records.unreadable,
    },
    notCompared: matched.reduce((sum, each) => sum + (each.notCompared ?? 0), records.notCompared),
    differences: differencesOf(comparison, matched),
    subjects: new Set([...subjects, ...[...logged.unreadable.values()].map(subjectOf)]),
    ...{ comparison, thirdParty: journals.thirdParty },
  };
};

/** Also reads the accounts of the changed users, which the matches need. */
const importRecords = async ({ window, scope, records, logged }: Comparison): Promise<void> => {
  const { span, deposits } = window;
  const accounts = await eachOf(scope.users, (id) => logged.accountOf(id));
  if (deposits !== undefined) return records.importDays(span.from, span.until);
  if (window.kind !== 'everything') return records.importChanges(span);
  await records.importDays();
  for (const each of records.unlisted.length === 0 ? [] : accounts)
    if (each !== null) await records.importAccount(each.account.id);
};

/** An unreadable event replaces the differences of its deposit. */
const differencesOf = ({ logged, records }: Comparison, matched: readonly Matched[]) => {
  const found = matched.flatMap(({ differences }) => differences);
  const isReadable = ({ depositId }: Difference) => !logged.unreadable.has(`deposit-${depositId}`);
  return [...found.filter(isReadable), ...logged.unreadable.values(), ...records.unanswered];
};
