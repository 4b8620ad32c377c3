import { netCents } from '#funding';
import type { Broker } from '#platform/broker/broker.js';
import { type Cents, centsToDecimal } from '#platform/core/money.js';
import { type Difference, differenceOf } from './difference.js';
import type { LogBooks } from './log-books.js';
import type { LoggedDeposit, PartnerBooks } from './partner-books.js';

const ACCOUNTS_AT_ONCE = 8;
const EXECUTED = ['executed', 'activity_created'];

type Journal = {
  readonly partnerId: string;
  readonly id: string;
  readonly status: string;
  readonly amount: Cents;
  readonly count: number;
};

/** Every deposit against the journal it should have at the broker, and every journal the reverse. */
export const compareBroker = async (
  broker: Broker,
  { partners, accounts }: LogBooks,
): Promise<readonly Difference[]> => {
  const journals = await readJournals(broker, accounts);
  const differences: Difference[] = [];
  for (const books of partners.values())
    for (const [depositId, logged] of books.deposits) {
      const what = compareDeposit(logged, journals.get(depositId));
      journals.delete(depositId);
      if (what !== null) differences.push(ofDeposit(books, logged, what));
    }
  for (const [key, { partnerId, id, status, amount }] of journals) {
    const about = `journal ${id}: ${status} over ${centsToDecimal(amount)} at the broker`;
    const what = `${about} under the key ${key}, and no such deposit in the log`;
    differences.push(differenceOf({ partnerId, what }));
  }
  return differences;
};

const readJournals = async (
  broker: Broker,
  accounts: LogBooks['accounts'],
): Promise<Map<string, Journal>> => {
  const found = new Map<string, Journal>();
  for (let i = 0; i < accounts.length; i += ACCOUNTS_AT_ONCE) {
    const chunk = accounts.slice(i, i + ACCOUNTS_AT_ONCE).map(async ({ partnerId, accountId }) => {
      for (const { id, journalKey, status, amount } of await broker.listJournals(accountId)) {
        const key = journalKey ?? `(none) of journal ${id}`;
        const count = (found.get(key)?.count ?? 0) + 1;
        found.set(key, { partnerId, id, status, amount, count });
      }
    });
    await Promise.all(chunk);
  }
  return found;
};

/** What the two sides say, null when they agree. */
const compareDeposit = (
  { deposit }: LoggedDeposit,
  journal: Journal | undefined,
): string | null => {
  const { status } = deposit;
  const credited = status === 'completed' || status === 'reversed';
  if (journal === undefined)
    return credited ? `${status} in the log, no journal at the broker` : null;
  if (journal.count > 1)
    return `once in the log, ${journal.count} journals at the broker under its key`;
  const decided = status !== 'pending' && status !== 'processing';
  if (decided && EXECUTED.includes(journal.status) !== (status === 'completed'))
    return `${status} in the log, journal ${journal.id} is ${journal.status} at the broker`;
  const net = netCents(deposit);
  if (journal.amount !== net)
    return `net ${centsToDecimal(net)} in the log, ${centsToDecimal(journal.amount)} at the broker`;
  return null;
};

const ofDeposit = (books: PartnerBooks, logged: LoggedDeposit, what: string): Difference => {
  const { deposit, completedIn } = logged;
  const { partnerId, depositId } = deposit;
  const period = books.periods.find(({ number }) => number === completedIn);
  const settlementId = period?.id ?? null;
  return { partnerId, settlementId, depositId, what: `deposit ${depositId}: ${what}` };
};
