import { type RequestedDeposit, countedJournals, deposits } from '#funding';
import type { ListedJournal } from '#platform/broker/broker-records.js';
import { isDeterministicId } from '#platform/core/ids.js';
import { streamName } from '#platform/event-store/stream.js';
import {
  type Found,
  compareDeposit,
  isExecuted,
  isUndone,
  countedBesides,
} from './compare-deposit.js';
import type { Behind } from './compare-orders.js';
import { type Difference, differenceOf } from './difference.js';
import { sortJournals } from './journals-of-deposits.js';
import type { LogBooks } from './log-books.js';
import type { LoggedDeposit, PartnerBooks } from './partner-books.js';

/** A journal that others made, to an account that is not ours either or without moving money. */
export type ForeignJournal = Pick<ListedJournal, 'id' | 'status' | 'amountText' | 'accountId'>;

type Compared = {
  readonly differences: readonly Difference[];
  readonly foreign: readonly ForeignJournal[];
};

/**
 * Every deposit against the journal it should have at the broker, and every journal the reverse. `areAll`:
 * what is booked beside a first journal is among them, if the broker has it.
 */
export const compareDeposits = (
  { partners, accounts }: Pick<LogBooks, 'partners' | 'accounts'>,
  journals: readonly ListedJournal[],
  areAll = true,
): Compared => {
  const all = depositsOf(partners);
  const sorted = sortJournals(all, journals);
  const counting = new Map(
    all.flatMap((each) => countedJournals(each).map((id) => [id, each.depositId])),
  );
  const listed = new Map(journals.map((journal) => [journal.id, journal]));
  const differences: Difference[] = [];
  for (const books of partners.values())
    for (const logged of books.deposits.values()) {
      const { deposit } = logged;
      const its = sorted.of(deposit.depositId);
      const found = [
        ...compareDeposit(deposit, its, counting),
        ...countedBesides(deposit, its, listed, areAll),
      ];
      differences.push(...found.map((one) => ofDeposit(books, logged, one)));
    }
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

/** What the broker executed and the log has not been told; within a minute that is news. */
export const depositBehind = (
  books: PartnerBooks,
  logged: LoggedDeposit,
  journal: ListedJournal,
): Difference | null => {
  const { status } = logged.deposit;
  const isOpen = status === 'pending' || status === 'processing';
  if (!isOpen || journal.direction !== 'to_user' || !isExecuted(journal)) return null;
  const what = `${status} in the log, journal ${journal.id} is ${journal.status} at the broker`;
  return ofDeposit(books, logged, { kind: 'deposit_behind', what, journalId: journal.id });
};

/** Those of which the log says that they are open. */
export const depositsBehind = (
  { partners, open }: Pick<LogBooks, 'partners' | 'open'>,
  journals: readonly ListedJournal[],
): readonly Behind[] => {
  const { of } = sortJournals(depositsOf(partners), journals);
  const effects = new Map(open.map((effect) => [effect.stream, effect]));
  return [...partners.values()].flatMap((books) =>
    [...books.deposits].flatMap(([id, logged]) => {
      const effect = effects.get(streamName(deposits, id));
      const [difference] = of(id).flatMap((each) => depositBehind(books, logged, each) ?? []);
      return effect === undefined || difference === undefined ? [] : [{ effect, difference }];
    }),
  );
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
  const deposit = (() => {
    if (named !== undefined) return `; deposit ${named.depositId} is of account ${named.accountId}`;
    return journalKey === null ? '' : '; no such deposit in the log';
  })();
  return differenceOf({
    kind: isLost ? 'journal_unknown_deposit' : foreign,
    partnerId,
    journalId: id,
    accountId,
    what: `journal ${id}: ${about}, ${key}${deposit}`,
  });
};
