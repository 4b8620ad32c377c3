import { type RequestedDeposit, netCents } from '#funding';
import type { ListedJournal } from '#platform/broker/broker.js';
import { isDeterministicId } from '#platform/core/ids.js';
import { cents, centsToDecimal } from '#platform/core/money.js';
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
  const journalsOf = finder(journals);
  const taken = new Set<ListedJournal>();
  const differences: Difference[] = [];
  for (const books of partners.values())
    for (const logged of books.deposits.values()) {
      const found = journalsOf(logged.deposit);
      for (const journal of found) taken.add(journal);
      for (const what of compareDeposit(logged, found))
        differences.push(ofDeposit(books, logged, what));
    }
  const owners = new Map(accounts.map(({ accountId, partnerId }) => [accountId, partnerId]));
  const foreign: ForeignJournal[] = [];
  for (const extra of journals.filter((journal) => !taken.has(journal)))
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

/** By our key, by the journal that a mirror journal names, or as a person matched them. */
const finder = (journals: readonly ListedJournal[]) => {
  const byId = new Map(journals.map((journal) => [journal.id, journal]));
  const byKey = Map.groupBy(journals, ({ journalKey }) => journalKey);
  return ({ depositId, journalId, credits }: RequestedDeposit): readonly ListedJournal[] => {
    const named = [depositId, ...(journalId === null ? [] : [journalId])];
    const matched = Object.keys(credits).flatMap((id) => byId.get(id) ?? []);
    return [...new Set([...named.flatMap((key) => byKey.get(key) ?? []), ...matched])];
  };
};

/** What the two sides say where they do not agree. */
const compareDeposit = (
  { deposit }: LoggedDeposit,
  journals: readonly ListedJournal[],
): readonly string[] => {
  const { status, accountId, journalId, credits } = deposit;
  const toUser = journals.filter(({ direction }) => direction === 'to_user');
  const own =
    toUser.find(({ id }) => id === journalId) ??
    toUser.find((journal) => journal.status === 'correct') ??
    toUser[0];
  const isCredited = status === 'completed' || status === 'reversed';
  if (own === undefined)
    return isCredited ? [`${status} in the log, no journal at the broker`] : [];
  const doubled = toUser.filter((each) => !(each === own || each.id in credits));
  if (own.status !== 'correct' && doubled.length > 0) {
    const ids = toUser.map(({ id }) => id).join(', ');
    return [`once in the log, ${toUser.length} journals at the broker: ${ids}`];
  }
  const decided = status !== 'pending' && status !== 'processing';
  const executed = EXECUTED.includes(own.status);
  const counts = isCredited && (credits[own.id] ?? 0n) !== 0n;
  const net = netCents(deposit);
  return [
    decided && executed !== counts
      ? `${status} in the log, journal ${own.id} is ${own.status} at the broker`
      : '',
    own.amount === net
      ? ''
      : `net ${centsToDecimal(net)} in the log, ${own.amountText} at the broker`,
    own.accountId === accountId
      ? ''
      : `account ${accountId} in the log, ${own.accountId} at the broker`,
    journalId === null || journalId === own.id
      ? ''
      : `journal ${journalId} in the log, ${own.id} at the broker`,
    ...journals.filter((each) => each !== own).map((each) => compareOther(deposit, each)),
  ].filter((what) => what !== '');
};

/** A journal that takes back or corrects what another credited. */
const compareOther = ({ credits }: RequestedDeposit, journal: ListedJournal): string => {
  const { id, status, amount, amountText, direction } = journal;
  const moved = EXECUTED.includes(status) ? amount : cents(0);
  const known = credits[id] ?? cents(0);
  if (moved !== null && known === (direction === 'to_user' ? moved : -moved)) return '';
  const way = direction === 'to_user' ? 'to the user' : 'back to the firm account';
  return `journal ${id} ${way}: ${centsToDecimal(known)} in the log, ${status} over ${amountText} at the broker`;
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
  const { id, status, amountText, accountId, journalKey, direction } = journal;
  const partnerId = owners.get(accountId) ?? null;
  const to = partnerId === null ? `${accountId}, which the log does not know` : accountId;
  const way = direction === 'to_user' ? 'to' : 'back from';
  const about = `${status} over ${amountText} at the broker, ${way} account ${to}`;
  const key = journalKey === null ? 'without a key of ours' : `under the key ${journalKey}`;
  return differenceOf({
    partnerId,
    what: `journal ${id}: ${about}, ${key}; no such deposit in the log`,
  });
};
