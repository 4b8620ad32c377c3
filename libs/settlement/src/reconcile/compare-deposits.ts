import { netCents } from '#funding';
import type { ListedJournal } from '#platform/broker/broker.js';
import { isDeterministicId } from '#platform/core/ids.js';
import { centsToDecimal } from '#platform/core/money.js';
import { type Difference, differenceOf } from './difference.js';
import type { LogBooks } from './log-books.js';
import type { LoggedDeposit, PartnerBooks } from './partner-books.js';

const EXECUTED = ['executed', 'activity_created'];

/** A journal that others made, to an account that is not ours either. */
export type ForeignJournal = Pick<ListedJournal, 'id' | 'status' | 'amountText' | 'accountId'>;

type Compared = {
  readonly differences: readonly Difference[];
  readonly foreign: readonly ForeignJournal[];
};

/** Every deposit against the journal it should have at the broker, and every journal the reverse. */
export const compareDeposits = (
  { partners, accounts }: Pick<LogBooks, 'partners' | 'accounts'>,
  journals: readonly ListedJournal[],
): Compared => {
  const byKey = groupByKey(journals);
  const differences: Difference[] = [];
  for (const books of partners.values())
    for (const [depositId, logged] of books.deposits) {
      const found = byKey.get(depositId) ?? [];
      byKey.delete(depositId);
      for (const what of compareDeposit(logged, found))
        differences.push(ofDeposit(books, logged, what));
    }
  const owners = new Map(accounts.map(({ accountId, partnerId }) => [accountId, partnerId]));
  const foreign: ForeignJournal[] = [];
  for (const extra of [...byKey.values()].flat())
    if (isForeign(extra, owners)) {
      const { id, status, amountText, accountId } = extra;
      foreign.push({ id, status, amountText, accountId });
    } else differences.push(ofExtra(extra, owners));
  return { differences, foreign };
};

/** One under a key like ours may be of a deposit and an account that the log has lost. */
const isForeign = (
  { accountId, journalKey }: ListedJournal,
  owners: ReadonlyMap<string, string>,
): boolean => !owners.has(accountId) && (journalKey === null || !isDeterministicId(journalKey));

const groupByKey = (journals: readonly ListedJournal[]): Map<string, ListedJournal[]> => {
  const byKey = new Map<string, ListedJournal[]>();
  for (const journal of journals) {
    const key = journal.journalKey ?? `none, of ${journal.id}`;
    byKey.set(key, [...(byKey.get(key) ?? []), journal]);
  }
  return byKey;
};

/** What the two sides say where they do not agree. */
const compareDeposit = (
  { deposit }: LoggedDeposit,
  journals: readonly ListedJournal[],
): readonly string[] => {
  const { status, accountId, journalId } = deposit;
  const [journal] = journals;
  const credited = status === 'completed' || status === 'reversed';
  if (journal === undefined)
    return credited ? [`${status} in the log, no journal at the broker`] : [];
  if (journals.length > 1) {
    const ids = journals.map(({ id }) => id).join(', ');
    return [`once in the log, ${journals.length} journals at the broker: ${ids}`];
  }
  const decided = status !== 'pending' && status !== 'processing';
  const executed = EXECUTED.includes(journal.status);
  const net = netCents(deposit);
  return [
    decided && executed !== (status === 'completed')
      ? `${status} in the log, journal ${journal.id} is ${journal.status} at the broker`
      : '',
    journal.amount === net
      ? ''
      : `net ${centsToDecimal(net)} in the log, ${journal.amountText} at the broker`,
    journal.accountId === accountId
      ? ''
      : `account ${accountId} in the log, ${journal.accountId} at the broker`,
    journalId === null || journalId === journal.id
      ? ''
      : `journal ${journalId} in the log, ${journal.id} at the broker`,
  ].filter((what) => what !== '');
};

const ofDeposit = (books: PartnerBooks, logged: LoggedDeposit, what: string): Difference => {
  const { deposit, completedIn } = logged;
  const { partnerId, depositId } = deposit;
  const period = books.periods.find(({ number }) => number === completedIn);
  const settlementId = period?.id ?? null;
  return differenceOf({
    partnerId,
    settlementId,
    depositId,
    what: `deposit ${depositId}: ${what}`,
  });
};

const ofExtra = (journal: ListedJournal, owners: ReadonlyMap<string, string>): Difference => {
  const { id, status, amountText, accountId, journalKey } = journal;
  const partnerId = owners.get(accountId) ?? null;
  const to = partnerId === null ? `${accountId}, which the log does not know` : accountId;
  const about = `${status} over ${amountText} at the broker, to account ${to}`;
  const key = journalKey === null ? 'without a key of ours' : `under the key ${journalKey}`;
  return differenceOf({
    partnerId,
    what: `journal ${id}: ${about}, ${key}; no such deposit in the log`,
  });
};
