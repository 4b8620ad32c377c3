import type { Broker, ListedJournal, ListedOrder } from '#platform/broker/broker.js';
import { DAY_MS } from '#platform/calendar/day.js';
import type { BrokerChanges } from '#platform/broker/broker-changes.js';
import { type LoggedAccount, compareAccount } from './compare-accounts.js';
import type { Difference } from './difference.js';
import type { LogBooks } from './log-books.js';
import { answerAbout } from './unanswered.js';

const ACCOUNTS_AT_ONCE = 8;
const WINDOW_DAYS = 32;
/** Before this there was no broker to ask. */
const FIRST_DAY = '2000-01-01';

/** What is asked of the broker. */
export type Ledger = Pick<Broker, 'listJournals' | 'listFirmJournals' | 'listOrders'> & {
  changes(): Pick<BrokerChanges, 'account'>;
};

/** What the broker has, whatever the log knows. */
export type BrokerJournals = {
  readonly journals: readonly ListedJournal[];
  /** Days of which only journals to known accounts could be listed: there are too many. */
  readonly unlisted: readonly string[];
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
  const unlisted: string[] = [];
  for (const [from, until] of windowsOf(firstAt ?? now.toISOString(), now)) {
    const found = await listDays(broker, from, until);
    keep(found.journals);
    unlisted.push(...found.unlisted);
  }
  return { journals: [...journals.values()], unlisted };
};

/** The orders of every known account. The broker lists those of one account at a time only. */
export const readOrders = async (
  broker: Ledger,
  { accounts }: Pick<LogBooks, 'accounts'>,
): Promise<readonly ListedOrder[]> =>
  (await askAll(accounts, ({ accountId }) => broker.listOrders(accountId))).flat();

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
    return compareAccount(logged, isNews ? { ...there, status: logged.status } : there);
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

/** Halves the days until the broker lists them, down to single ones. */
const listDays = async (broker: Ledger, from: string, until: string): Promise<BrokerJournals> => {
  const journals = await broker.listFirmJournals(from, until);
  if (journals !== null) return { journals, unlisted: [] };
  if (from === until) return { journals: [], unlisted: [from] };
  const half = Math.floor((Date.parse(until) - Date.parse(from)) / DAY_MS / 2);
  const first = await listDays(broker, from, dayAfter(from, half));
  const second = await listDays(broker, dayAfter(from, half + 1), until);
  return {
    journals: [...first.journals, ...second.journals],
    unlisted: [...first.unlisted, ...second.unlisted],
  };
};

const dayOf = (at: string): string => at.slice(0, 'YYYY-MM-DD'.length);

const dayAfter = (day: string, days: number): string =>
  dayOf(new Date(Date.parse(day) + days * DAY_MS).toISOString());
