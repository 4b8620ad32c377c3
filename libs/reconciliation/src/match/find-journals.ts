import { type RequestedDeposit } from '#funding/deposit/deposit.state.js';
import { journalIdsOf } from '#funding/deposit/journal-sum.js';
import { STEPS_MAX, assignedDeposit } from '#funding/adjust-deposit/find-deposit.js';
import { depositJournalTable } from '#funding/deposit-journals/deposit-journals.projection.js';
import type { DatedJournal } from '#broker/broker-changes.js';
import { eachOf } from '#kernel/concurrency/each-of.js';
import { EventLogUnavailable } from '#kernel/event-store/event-log.js';
import { type Comparison, comparedJournals } from './comparison.js';

/** From this number of deposits on, one list of their days needs fewer calls. */
const LIST_FROM = 3;

/**
 * Imports the journals that the comparison needs beside the lists: journals of the compared
 * deposits, and the deposits of the compared journals. Returns deposits with unknown journals.
 */
export const findJournals = async (comparison: Comparison): Promise<ReadonlySet<string>> => {
  const { scope, records, logged, window } = comparison;
  await eachOf(scope.deposits, (id) => logged.deposit(id));
  if (window.deposits === undefined) {
    for (const id of [...scope.journals, ...records.reported.keys()])
      if (!(await isCounted(comparison, id))) await records.knows(id);
    for (const id of comparedJournals(comparison)) await addDepositsOf(comparison, id);
  }
  const deposits = [...scope.deposits].flatMap((id) => logged.deposits.get(id)?.state ?? []);
  const isListed = (id: string) => records.journals.has(id);
  const early = deposits.filter(
    (each) => each.requestedAt < window.span.from && !journalIdsOf(each).every(isListed),
  );
  if (early.length >= LIST_FROM && window.kind !== 'everything') {
    const [first = ''] = early.map(({ requestedAt }) => requestedAt).sort();
    await records.importDays(first, window.span.from);
  }
  const lacking = new Set<string>();
  for (const deposit of deposits)
    if (!(await findJournalsOf(comparison, deposit))) lacking.add(deposit.depositId);
  return lacking;
};

/** A reported journal needs no call if the deposit that it names counts it. */
const isCounted = async ({ records, logged }: Comparison, id: string): Promise<boolean> => {
  const key = records.reported.get(id) ?? null;
  const deposit = key === null ? null : await logged.deposit(key);
  return deposit !== null && Object.hasOwn(deposit.credits, id);
};

/** Adds the deposit of a journal to the comparison, and deposits that an operator or the log gave it. */
const addDepositsOf = async (comparison: Comparison, journalId: string): Promise<void> => {
  const { scope, records, logged } = comparison;
  const journal = records.journals.get(journalId);
  if (journal === undefined) return;
  const named = await namedDeposit(comparison, journal);
  if (named !== null) scope.deposits.add(named.depositId);
  const owner = await logged.account(journal.accountId);
  if (owner === null || named?.accountId === journal.accountId) return;
  for (const id of await holdersOf(comparison, owner.profile.partnerId, journalId))
    if ((await logged.deposit(id)) !== null) scope.deposits.add(id);
};

/** Follows the descriptions. Journals of third-party accounts cost no call. */
const namedDeposit = async (
  comparison: Comparison,
  { journalKey, accountId }: DatedJournal,
  steps = STEPS_MAX,
): Promise<RequestedDeposit | null> => {
  const { records, logged } = comparison;
  if (journalKey === null || steps === 0) return null;
  const deposit = await logged.deposit(journalKey);
  if (deposit !== null || (await logged.account(accountId)) === null) return deposit;
  await records.knows(journalKey);
  const next = records.journals.get(journalKey);
  return next === undefined ? null : namedDeposit(comparison, next, steps - 1);
};

const holdersOf = async (
  { sources }: Comparison,
  partnerId: string,
  journalId: string,
): Promise<readonly string[]> => {
  const assigned = await assignedDeposit(sources.store, journalId);
  try {
    const search = { where: { journalId } };
    const rows = await sources.rows.find(partnerId, depositJournalTable, search);
    return [...(assigned === null ? [] : [assigned]), ...rows.map(({ depositId }) => depositId)];
  } catch (error) {
    if (error instanceof EventLogUnavailable) throw error;
    // The read models may be unavailable. The broker is compared nevertheless.
    sources.logger.warn({ err: error, journalId }, 'failed to find the deposit of a journal');
    return assigned === null ? [] : [assigned];
  }
};

/** Returns whether all journals of a deposit are known. */
const findJournalsOf = async (
  { scope, records, window }: Comparison,
  deposit: RequestedDeposit,
): Promise<boolean> => {
  const { depositId, accountId, attempts, requestedAt, status } = deposit;
  const counted = journalIdsOf(deposit);
  const isSentBefore =
    counted.length === 0 && attempts > 0 && status === 'failed' && requestedAt < window.span.from;
  const isListed = window.kind === 'everything' && records.unlisted.length === 0;
  // A known difference may come from a journal of any day.
  const isOfAnyDay = (scope.known.has(depositId) || isSentBefore) && !isListed;
  if (isOfAnyDay && !(await records.importAccount(accountId))) return false;
  const known = await eachOf(counted, (id) => records.knows(id));
  return known.every(Boolean);
};
