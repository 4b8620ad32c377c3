import { type RequestedDeposit, UNDONE, netCents } from '#funding';
import type { ListedJournal } from '#platform/broker/broker.js';
import { isDeterministicId } from '#platform/core/ids.js';
import { cents, centsToDecimal } from '#platform/core/money.js';
import { type Difference, differenceOf } from './difference.js';
import type { DifferenceKind } from './difference-kinds.js';
import { sortJournals } from './journals-of-deposits.js';
import type { LogBooks } from './log-books.js';
import type { LoggedDeposit, PartnerBooks } from './partner-books.js';

const EXECUTED = ['executed', 'activity_created'];

/** A journal that others made, to an account that is not ours either or without moving money. */
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
  const sorted = sortJournals(depositsOf(partners), journals);
  const differences: Difference[] = [];
  for (const books of partners.values())
    for (const logged of books.deposits.values())
      for (const one of compareDeposit(logged, sorted.of(logged.deposit.depositId)))
        differences.push(ofDeposit(books, logged, one));
  const owners = new Map(accounts.map(({ accountId, partnerId }) => [accountId, partnerId]));
  const foreign: ForeignJournal[] = [];
  for (const extra of sorted.extra) {
    const named = sorted.namedBy(extra);
    if (isForeign(extra, owners, named)) foreign.push(noticeOf(extra));
    else differences.push(strayOf(extra, partners, owners, named) ?? ofExtra(extra, owners, named));
  }
  return { differences, foreign };
};

export const depositsOf = (partners: LogBooks['partners']): readonly RequestedDeposit[] =>
  [...partners.values()].flatMap((books) =>
    [...books.deposits.values()].map(({ deposit }) => deposit),
  );

/** One under a key like ours may be of a deposit and an account that the log has lost. */
const isForeign = (
  { accountId, journalKey, direction, status }: ListedJournal,
  owners: ReadonlyMap<string, string>,
  named: RequestedDeposit | undefined,
): boolean => {
  const isLost = named === undefined && journalKey !== null && isDeterministicId(journalKey);
  if (isUndone({ status })) return !isLost;
  if (owners.has(accountId)) return false;
  return !isLost && (named === undefined || direction === 'to_firm');
};

/** No money moved, or it went back. */
const isUndone = ({ status }: Pick<ListedJournal, 'status'>): boolean => UNDONE.includes(status);

const noticeOf = ({ id, status, amountText, accountId }: ListedJournal): ForeignJournal => ({
  ...{ id, status, amountText, accountId },
});

/** What a deposit credited to an account that is nobody's. */
const strayOf = (
  { id, accountId, amountText }: ListedJournal,
  partners: LogBooks['partners'],
  owners: ReadonlyMap<string, string>,
  named: RequestedDeposit | undefined,
): Difference | null => {
  if (named === undefined || owners.has(accountId)) return null;
  const books = partners.get(named.partnerId);
  const logged = books?.deposits.get(named.depositId);
  if (books === undefined || logged === undefined) return null;
  const what = `account ${named.accountId} in the log, ${accountId} at the broker: journal ${id} over ${amountText}`;
  return ofDeposit(books, logged, { kind: 'deposit_account', what, journalId: id });
};

type Found = Pick<Difference, 'kind' | 'what' | 'journalId'>;

/** What the two sides say where they do not agree. */
const compareDeposit = (
  { deposit }: LoggedDeposit,
  journals: readonly ListedJournal[],
): readonly Found[] => {
  const { status, accountId, journalId, credits } = deposit;
  const toUser = journals.filter(({ direction }) => direction === 'to_user');
  const own =
    toUser.find(({ id }) => id === journalId) ??
    toUser.find((journal) => journal.status === 'correct') ??
    toUser.find((journal) => EXECUTED.includes(journal.status)) ??
    toUser[0];
  const isCredited = status === 'completed' || status === 'reversed';
  if (own === undefined) {
    const what = `${status} in the log, no journal at the broker`;
    const missing = { kind: 'deposit_missing_at_broker', what, journalId } as const;
    const others = journals.flatMap((each) => compareOther(deposit, each));
    return isCredited ? [missing, ...others] : others;
  }
  const isCorrected = own.status === 'correct';
  const doubled = toUser.filter(
    (each) => !(isCorrected || each === own || each.id in credits || isUndone(each)),
  );
  if (doubled.length > 0 && !isUndone(own)) {
    const ids = [own, ...doubled].map(({ id }) => id).join(', ');
    const what = `once in the log, ${doubled.length + 1} journals at the broker: ${ids}`;
    return [{ kind: 'deposit_twice', what, journalId: own.id }];
  }
  const decided = status !== 'pending' && status !== 'processing';
  const executed = EXECUTED.includes(own.status);
  const counts = isCredited && (credits[own.id] ?? 0n) !== 0n;
  const net = centsToDecimal(netCents(deposit));
  const found = (isDifferent: boolean, kind: DifferenceKind, what: string): readonly Found[] =>
    isDifferent ? [{ kind, what, journalId: own.id }] : [];
  return [
    ...found(
      decided && executed !== counts,
      executed ? 'deposit_executed' : 'deposit_not_executed',
      `${status} in the log, journal ${own.id} is ${own.status} at the broker`,
    ),
    ...found(
      own.amount !== netCents(deposit),
      'deposit_amount',
      `net ${net} in the log, ${own.amountText} at the broker`,
    ),
    ...found(
      own.accountId !== accountId,
      'deposit_account',
      `account ${accountId} in the log, ${own.accountId} at the broker`,
    ),
    ...found(
      journalId !== null && journalId !== own.id,
      'deposit_journal_id',
      `journal ${journalId} in the log, ${own.id} at the broker`,
    ),
    ...doubled.map((each) => foreignCredit(status, own, each)),
    ...journals
      .filter((each) => each !== own && !doubled.includes(each))
      .flatMap((each) => compareOther(deposit, each)),
  ];
};

const foreignCredit = (status: string, own: ListedJournal, other: ListedJournal): Found => {
  const { id, amountText } = other;
  const what = `${status} in the log, its journal ${own.id} is ${own.status}, and journal ${id} is ${other.status} over ${amountText} at the broker`;
  return { kind: 'deposit_foreign_credit', what, journalId: id };
};

/** A journal that takes back or corrects what another credited. */
const compareOther = ({ credits }: RequestedDeposit, journal: ListedJournal): readonly Found[] => {
  const { id, status, amount, amountText, direction } = journal;
  const moved = EXECUTED.includes(status) ? amount : cents(0);
  const known = credits[id] ?? cents(0);
  if (moved !== null && known === (direction === 'to_user' ? moved : -moved)) return [];
  const way = direction === 'to_user' ? 'to the user' : 'back to the firm account';
  const kind = direction === 'to_user' ? 'deposit_corrected' : 'deposit_taken_back';
  const what = `journal ${id} ${way}: ${centsToDecimal(known)} in the log, ${status} over ${amountText} at the broker`;
  return [{ kind, what, journalId: id }];
};

/** What the broker executed and the log has not been told; within a minute that is news. */
export const depositBehind = (
  books: PartnerBooks,
  logged: LoggedDeposit,
  journal: ListedJournal,
): Difference | null => {
  const { status } = logged.deposit;
  const isOpen = status === 'pending' || status === 'processing';
  if (!isOpen || journal.direction !== 'to_user' || !EXECUTED.includes(journal.status)) return null;
  const what = `${status} in the log, journal ${journal.id} is ${journal.status} at the broker`;
  return ofDeposit(books, logged, { kind: 'deposit_behind', what, journalId: journal.id });
};

const ofDeposit = (books: PartnerBooks, logged: LoggedDeposit, found: Found): Difference => {
  const { deposit, completedIn } = logged;
  const { partnerId, depositId, accountId } = deposit;
  const period = books.periods.find(({ number }) => number === completedIn);
  const settlementId = period?.id ?? null;
  const what = `deposit ${depositId}: ${found.what}`;
  return differenceOf({ ...found, partnerId, settlementId, depositId, accountId, what });
};

const ofExtra = (
  journal: ListedJournal,
  owners: ReadonlyMap<string, string>,
  named: RequestedDeposit | undefined,
): Difference => {
  const { id, status, amountText, accountId, journalKey, direction } = journal;
  const partnerId = owners.get(accountId) ?? null;
  const to = partnerId === null ? `${accountId}, which the log does not know` : accountId;
  const way = direction === 'to_user' ? 'to' : 'back from';
  const about = `${status} over ${amountText} at the broker, ${way} account ${to}`;
  const key = journalKey === null ? 'without a key of ours' : `under the key ${journalKey}`;
  const isLost = named === undefined && journalKey !== null && isDeterministicId(journalKey);
  const foreign = direction === 'to_user' ? 'journal_foreign_credit' : 'journal_foreign_debit';
  const deposit =
    named === undefined
      ? 'no such deposit in the log'
      : `deposit ${named.depositId} is of account ${named.accountId}`;
  return differenceOf({
    kind: isLost ? 'journal_unknown_deposit' : foreign,
    partnerId,
    journalId: id,
    accountId,
    what: `journal ${id}: ${about}, ${key}; ${deposit}`,
  });
};
