import type { DatedJournal } from '#broker/broker-changes.js';
import { OUTWARD, isExecuted, isReversed, journalsOf } from '#funding/deposit/journal-sum.js';
import type { RequestedDeposit } from '#funding/deposit/deposit.state.js';
import { isDeterministicId } from '#kernel/ids.js';
import { cents } from '#kernel/money.js';
import { type Difference, differenceOf } from '../reconciliation/difference.js';
import { type Comparison, type Matched, comparedJournals } from './comparison.js';
import { compareDeposit } from './compare-deposit.js';
import { findJournals } from './find-journals.js';

type MatchedJournals = Matched & {
  /** Third-party journals that touch no user: a notice. */
  readonly thirdParty: readonly DatedJournal[];
};

/**
 * Compares each deposit with the sum of its journals, and finds the journals of no deposit. The
 * rule of the ledger decides which journals belong to a deposit.
 */
export const matchJournals = async (comparison: Comparison): Promise<MatchedJournals> => {
  const { scope, records, logged, window, settledUntil } = comparison;
  const lacking = await findJournals(comparison);
  const ofAccount = Map.groupBy(records.journals.values(), ({ accountId }) => accountId);
  const namedBy = ({ journalKey }: DatedJournal) => logged.deposits.get(journalKey ?? '')?.state;
  const owners = new Map<string, RequestedDeposit>();
  const [differences, subjects]: [Difference[], string[]] = [[], []];
  for (const { state, changedAt } of logged.deposits.values()) {
    const { depositId, accountId, status, journalId } = state;
    // A journal counts for the deposit that it names, if the log counts it for two.
    const journals = journalsOf(state, ofAccount.get(accountId) ?? []).filter((each) => {
      const named = namedBy(each);
      return named === undefined || named === state || named.accountId !== accountId;
    });
    for (const id of [journalId, ...Object.keys(state.credits), ...journals.map(({ id }) => id)])
      if (id !== null) owners.set(id, state);
    if (lacking.has(depositId) || !scope.deposits.has(depositId)) continue;
    subjects.push(`deposit/${depositId}`);
    const found = compareDeposit(state, journals);
    const created = journals.map(({ createdAt }) => createdAt ?? '').sort();
    const latest = window.kind === 'everything' ? changedAt : (created.at(-1) ?? '');
    // The outcome may still be on its way into the log.
    const isOpen = status === 'pending' || status === 'processing';
    const isNew = found?.kind === 'deposit_missing_here' && latest > settledUntil;
    if (found !== null && !(isNew && isOpen)) differences.push(found);
  }
  const thirdParty: DatedJournal[] = [];
  for (const journal of inWindow(comparison)) {
    const owner =
      owners.get(journal.id) ?? namedBy(journal) ?? owners.get(journal.journalKey ?? '');
    if (owner?.accountId === journal.accountId) continue;
    const difference = await unassigned(comparison, journal, owner ?? null);
    if (difference !== null) differences.push(difference);
    else if (isCounted(comparison, journal)) thirdParty.push(journal);
  }
  const isKnown = (id: string) => records.journals.has(id) || records.absent.has(id);
  const compared = [...comparedJournals(comparison)].filter(isKnown);
  return {
    ...{ differences, thirdParty },
    subjects: [...subjects, ...compared.map((id) => `journal/${id}`)],
  };
};
/** Journals that changed within the window, and journals of known differences. */
const inWindow = (comparison: Comparison): readonly DatedJournal[] => {
  const { window, scope, records } = comparison;
  const journals = [...records.journals.values()];
  const ids = comparedJournals(comparison);
  return window.deposits === undefined
    ? journals.filter(({ id }) => ids.has(id))
    : journals.filter(({ journalKey }) => scope.deposits.has(journalKey ?? ''));
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
