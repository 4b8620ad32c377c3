import type { Broker } from '#platform/broker/broker.js';
import type { ListedJournal, ListedOrder } from '#platform/broker/broker-records.js';
import { DAY_MS } from '#platform/calendar/day.js';
import type { BrokerChanges, JournalsOfDays } from '#platform/broker/broker-changes.js';
import { type LoggedAccount, compareAccount } from './compare-accounts.js';
import type { Difference } from './difference.js';
import type { LogBooks } from './log-books.js';
import { answerAbout } from './unanswered.js';

const ACCOUNTS_AT_ONCE = 8;
const WINDOW_DAYS = 32;
/** Before this there was no broker to ask. */
const FIRST_DAY = '2000-01-01';

/** What is asked of the broker. */
export type Ledger = Pick<Broker, 'listJournals' | 'listOrders'> & {
  changes(): Pick<BrokerChanges, 'account' | 'journal' | 'journalsOfDays'>;
};

/** What the broker has, whatever the log knows. */
export type BrokerJournals = {
  readonly journals: readonly ListedJournal[];
  /** Days of which only journals to known accounts could be listed: there are too many. */
  readonly unlisted: readonly string[];
  /** Journals that can be read neither in a list nor by themselves. */
  readonly unanswered: readonly Difference[];
  /** Rows of lists that cannot be read and have no id to ask for. */
  readonly withoutId: number;
};

/** Each known account is asked about, and then every day: an account may be missing in the log. */
export const readJournals = async (
  broker: Ledger,
  { accounts, firstAt }: Pick<LogBooks, 'accounts' | 'firstAt'>,
  now: Date,
): Promise<BrokerJournals> => {
  const journals = new Map<string, ListedJournal>();
  const keep = (found: readonly ListedJournal[]) => {
    for (const journal of found) journals.set(journal.id, journal);
  };
  const ofAccounts = await askAll(accounts, ({ accountId }) =>
    broker.listJournals(accountId, 'audit'),
  );
  ofAccounts.forEach(keep);
  const changes = broker.changes();
  const days: DaysListed[] = [];
  for (const [from, until] of windowsOf(firstAt ?? now.toISOString(), now)) {
    const { journals: found, ...others } = await listDays(changes, from, until);
    keep(found);
    days.push({ journals: [], ...others });
  }
  const { unlisted, unread, withoutId } = joined(days);
  const unanswered: Difference[] = [];
  for (const journalId of new Set(unread)) {
    const about = { kind: 'journal_unanswered', partnerId: null, journalId } as const;
    const { answer, difference } = await answerAbout(journalId, about, () =>
      changes.journal(journalId),
    );
    if (answer) keep([answer]);
    if (difference !== null) unanswered.push(difference);
  }
  return { journals: [...journals.values()], unlisted, unanswered, withoutId };
};

export type BrokerOrders = {
  readonly listed: readonly ListedOrder[];
  /** Those of the log that the lists tell of. */
  readonly orders: LogBooks['orders'];
  /** Accounts whose orders cannot be read. */
  readonly unanswered: readonly Difference[];
};

/** The orders of every known account. The broker lists those of one account at a time only. */
export const readOrders = async (
  broker: Ledger,
  { accounts, orders }: Pick<LogBooks, 'accounts' | 'orders'>,
): Promise<BrokerOrders> => {
  const found = await askAll(accounts, ({ partnerId, accountId }) => {
    const about = { kind: 'order_unanswered', partnerId, accountId } as const;
    return answerAbout(`list of account ${accountId}`, about, () => broker.listOrders(accountId));
  });
  const unanswered = found.flatMap(({ difference }) => difference ?? []);
  const lacking = new Set(unanswered.map(({ accountId }) => accountId));
  return {
    listed: found.flatMap(({ answer = [] }) => answer),
    orders: orders.filter(({ accountId }) => !lacking.has(accountId)),
    unanswered,
  };
};

/** How the broker has every known account, against the log; one that it does not answer about is named. */
export const compareAccounts = async (
  broker: Ledger,
  { accounts }: Pick<LogBooks, 'accounts'>,
): Promise<readonly Difference[]> => {
  const changes = broker.changes();
  const found = await askAll(accounts, ({ partnerId, accountId }) => {
    const about = { kind: 'account_unanswered', partnerId, accountId } as const;
    return answerAbout(accountId, about, () => changes.account(accountId));
  });
  return accounts.flatMap((logged, i) => {
    const { answer: there = null, difference } = found[i]!;
    if (difference !== null) return [difference];
    const isNews = logged.isFollowed && there !== null;
    const { status, blocks } = logged;
    return compareAccount(logged, isNews ? { ...there, status, blocks } : there);
  });
};

const askAll = async <Answer>(
  accounts: LogBooks['accounts'],
  ask: (account: LoggedAccount) => Promise<Answer>,
): Promise<readonly Answer[]> => {
  const answers: Answer[] = [];
  for (let i = 0; i < accounts.length; i += ACCOUNTS_AT_ONCE) {
    const some = accounts.slice(i, i + ACCOUNTS_AT_ONCE).map(ask);
    answers.push(...(await Promise.all(some)));
  }
  return answers;
};

type Days = readonly [from: string, until: string];

/** All before the log began in one, then about a month at a time until tomorrow. */
const windowsOf = (firstAt: string, now: Date): readonly Days[] => {
  const end = dayAfter(dayOf(now.toISOString()), 1);
  const windows: Days[] = [[FIRST_DAY, dayAfter(dayOf(firstAt), -1)]];
  for (let from = dayOf(firstAt); from <= end; from = dayAfter(from, WINDOW_DAYS)) {
    const until = dayAfter(from, WINDOW_DAYS - 1);
    windows.push([from, until < end ? until : end]);
  }
  return windows;
};

type DaysListed = Pick<BrokerJournals, 'journals' | 'unlisted' | 'withoutId'> &
  Pick<JournalsOfDays, 'unread'>;

/** Halves the days until the broker lists them, down to single ones. */
const listDays = async (
  changes: Pick<BrokerChanges, 'journalsOfDays'>,
  from: string,
  until: string,
): Promise<DaysListed> => {
  const span = { from: `${from}T00:00:00.000Z`, until: `${until}T23:59:59.999Z` };
  const { journals, isWhole, unreadable, unread } = await changes.journalsOfDays(span);
  if (isWhole) return { journals, unlisted: [], unread, withoutId: unreadable - unread.length };
  if (from === until) return { journals: [], unlisted: [from], unread: [], withoutId: 0 };
  const half = Math.floor((Date.parse(until) - Date.parse(from)) / DAY_MS / 2);
  const first = await listDays(changes, from, dayAfter(from, half));
  const second = await listDays(changes, dayAfter(from, half + 1), until);
  return joined([first, second]);
};

const joined = (days: readonly DaysListed[]): DaysListed => ({
  journals: days.flatMap(({ journals }) => journals),
  unlisted: days.flatMap(({ unlisted }) => unlisted),
  unread: days.flatMap(({ unread }) => unread),
  withoutId: days.reduce((sum, { withoutId }) => sum + withoutId, 0),
});

const dayOf = (at: string): string => at.slice(0, 'YYYY-MM-DD'.length);

const dayAfter = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(day) + days * DAY_MS).toISOString());
