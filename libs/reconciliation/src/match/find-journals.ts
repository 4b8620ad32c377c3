import type { RequestedDeposit } from '#funding/deposit/deposit.state.js';
import { STEPS_MAX, assignedDeposit } from '#funding/adjust-deposit/find-deposit.js';
import { depositJournalTable } from '#funding/deposit-journals/deposit-journals.projection.js';
import { EventLogUnavailable } from '#kernel/event-store/event-log.js';
import { eachOf } from '../import/logged-records.js';
import { type Comparison, journalsOf } from './comparison.js';

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
    for (const id of new Set([...scope.journals, ...records.reported.keys()]))
      await knowsReported(comparison, id);
    for (const id of journalsOf(comparison)) await findDeposit(comparison, id);
  }
  const deposits = [...scope.deposits].flatMap((id) => logged.deposits.get(id)?.state ?? []);
  const isListed = (id: string) => records.journals.has(id);
  const early = deposits.filter(
    (each) => !countedBy(each).every(isListed) && each.requestedAt < window.span.from,
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

/** A reported journal needs no call if the log has it, and the list of its day has it unread. */
const knowsReported = async ({ records, logged }: Comparison, id: string): Promise<void> => {
  const key = records.reported.get(id) ?? null;
  const deposit = key === null ? null : await logged.deposit(key);
  const isKnown = deposit !== null && Object.hasOwn(deposit.credits, id);
  if (!isKnown) await records.knows(id);
};

/** Adds the deposit of a journal to the comparison. */
const findDeposit = async (comparison: Comparison, journalId: string): Promise<void> => {
  const { scope, records, logged } = comparison;
  const journal = records.journals.get(journalId);
  if (journal === undefined) return;
  let key = journal.journalKey;
  let owner: Awaited<ReturnType<typeof logged.account>> | undefined;
  for (let step = 0; key !== null && step < STEPS_MAX; step++) {
    if ((await logged.deposit(key)) !== null) {
      scope.deposits.add(key);
      if (logged.deposits.get(key)?.state.accountId === journal.accountId) return;
      break;
    }
    owner ??= await logged.account(journal.accountId);
    if (owner === null || !(await records.knows(key))) break;
    key = records.journals.get(key)?.journalKey ?? null;
  }
  owner ??= await logged.account(journal.accountId);
  if (owner === null) return;
  for (const id of await holdersOf(comparison, owner.profile, journalId)) {
    scope.deposits.add(id);
    await logged.deposit(id);
  }
};

/** Returns the deposits that an operator or the log gave this journal. */
const holdersOf = async (
  { sources }: Comparison,
  { partnerId }: Pick<RequestedDeposit, 'partnerId'>,
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
  const { depositId, accountId, attempts, requestedAt } = deposit;
  const counted = countedBy(deposit);
  // A known difference may come from a journal of any day.
  const isOfAnyDay = scope.known.has(depositId);
  const isSentBefore =
    counted.length === 0 &&
    attempts > 0 &&
    deposit.status === 'failed' &&
    requestedAt < window.span.from;
  const isListed = window.kind === 'everything' && records.unlisted.length === 0;
  if ((isOfAnyDay || isSentBefore) && !isListed && !(await records.importAccount(accountId)))
    return false;
  const known = await eachOf(counted, (id) => records.knows(id));
  return known.every(Boolean);
};

/** Ids of the journals that the log counts for a deposit. */
const countedBy = ({ journalId, credits }: RequestedDeposit): readonly string[] => {
  const ids = Object.entries(credits).flatMap(([id, amount]) => (amount === 0n ? [] : [id]));
  return [...new Set([...(journalId === null ? [] : [journalId]), ...ids])];
};
