import type { DatedJournal } from '#broker/broker-changes.js';
import { OUTWARD, isExecuted, isReversed } from '#funding/deposit/journal-sum.js';
import type { RequestedDeposit } from '#funding/deposit/deposit.state.js';
import { isDeterministicId } from '#kernel/ids.js';
import { cents } from '#kernel/money.js';
import { type Difference, differenceOf } from '../reconciliation/difference.js';
import { type Comparison, type Matched, journalsOf } from './comparison.js';
import { compareDeposit } from './compare-deposit.js';
import { findJournals } from './find-journals.js';
import { JournalOwners } from './journal-owners.js';

type MatchedJournals = Matched & {
  /** Third-party journals that touch no user: a notice. */
  readonly foreign: readonly DatedJournal[];
};

/** Compares each deposit with the sum of its journals, and finds the deposit of each journal. */
export const matchJournals = async (comparison: Comparison): Promise<MatchedJournals> => {
  const { scope, records, logged, window, settledUntil } = comparison;
  const lacking = await findJournals(comparison);
  const compared = [...scope.deposits].flatMap((id) => logged.deposits.get(id) ?? []);
  const owners = new JournalOwners([...logged.deposits.values()], records.journals);
  const ofDeposit = Map.groupBy(records.journals.values(), (each) => owners.of(each)?.depositId);
  const differences = compared.flatMap((each) => {
    const { depositId } = each.state;
    const journals = ofDeposit.get(depositId) ?? [];
    const created = journals.map(({ createdAt }) => createdAt ?? '').sort();
    const changedAt = window.kind === 'everything' ? each.changedAt : (created.at(-1) ?? '');
    const found = lacking.has(depositId) ? null : compareDeposit(each.state, journals);
    const isNew = found?.kind === 'deposit_missing_here' && changedAt > settledUntil;
    return found === null || (isNew && isOpen(each.state)) ? [] : [found];
  });
  const foreign: DatedJournal[] = [];
  for (const journal of inWindow(comparison, ofDeposit.get(undefined) ?? [])) {
    const difference = await unassigned(comparison, journal, owners.namedBy(journal));
    if (difference !== null) differences.push(difference);
    else if (isCounted(comparison, journal)) foreign.push(journal);
  }
  const isKnown = (id: string) => records.journals.has(id) || records.absent.has(id);
  return {
    differences,
    foreign,
    subjects: [
      ...compared
        .filter(({ state }) => !lacking.has(state.depositId))
        .map(({ state }) => `deposit/${state.depositId}`),
      ...[...journalsOf(comparison)].filter(isKnown).map((id) => `journal/${id}`),
    ],
  };
};

/** Its outcome may still be on its way into the log. */
const isOpen = ({ status }: RequestedDeposit): boolean =>
  status === 'pending' || status === 'processing';

/** Journals that changed within the window, and journals of known differences. */
const inWindow = (
  comparison: Comparison,
  journals: readonly DatedJournal[],
): readonly DatedJournal[] => {
  if (comparison.window.deposits !== undefined)
    return journals.filter(({ journalKey }) => comparison.scope.deposits.has(journalKey ?? ''));
  const ids = journalsOf(comparison);
  return journals.filter(({ id }) => ids.has(id));
};

const isCounted = ({ window }: Comparison, { createdAt }: DatedJournal): boolean =>
  createdAt === null ||
  window.kind === 'everything' ||
  (createdAt >= window.countedFrom && createdAt < window.span.until);

/** Returns the difference of a journal without a deposit; null for a third-party journal. */
const unassigned = async (
  { logged }: Comparison,
  journal: DatedJournal,
  named: RequestedDeposit | null,
): Promise<Difference | null> => {
  const { id, status, accountId, amount, amountText, journalKey, direction } = journal;
  if (logged.unreadable.has(`deposit-${journalKey}`)) return null;
  const owner = await logged.account(accountId);
  // A journal under an id of this service belongs to a deposit that the log has lost.
  const isLost = named === null && journalKey !== null && isDeterministicId(journalKey);
  const isStray = named !== null && direction === OUTWARD[named.direction];
  if (!(isLost || (!isReversed(journal) && (owner !== null || isStray)))) return null;
  const name = owner === null ? `${accountId}, which the log does not have` : accountId;
  const moves = direction === 'to_user' ? 'to' : 'back from';
  const ofDeposit = named === null ? '' : `${named.direction.toLowerCase()} ${named.depositId}`;
  const key = journalKey === null ? 'without a key' : `under the key ${journalKey}`;
  const about =
    named === null
      ? `${key}${journalKey === null ? '' : '; no such deposit in the log'}`
      : `for ${ofDeposit}: account ${named.accountId} in the log, ${accountId} at the broker`;
  const moved = amount === null || !isExecuted(journal) ? 0n : amount;
  return differenceOf({
    kind: 'journal_unassigned',
    partnerId: owner?.profile.partnerId ?? named?.partnerId ?? null,
    depositId: named?.depositId ?? null,
    ...{ journalId: id, accountId, amountCents: cents(direction === 'to_user' ? moved : -moved) },
    what: `journal ${id}: ${status} over ${amountText} at the broker, ${moves} account ${name}, ${about}`,
  });
};
