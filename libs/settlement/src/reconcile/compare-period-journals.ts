import type { ListedJournal } from '#platform/broker/broker-records.js';
import type { Span } from '#platform/broker/broker-changes.js';
import type { LoggedAccount } from './compare-accounts.js';
import { compareDeposits, depositsOf } from './compare-deposits.js';
import type { Difference } from './difference.js';
import { sortJournals } from './journals-of-deposits.js';
import type { PartnerBooks } from './partner-books.js';

/** From the first request to the last credit of a period that has deposits. */
export const spanOf = (books: PartnerBooks, periodId: string): Span => {
  const lines = depositsIn(books, periodId);
  const credited = lines.map(({ completedAt }) => completedAt).sort();
  const requested = lines
    .flatMap(({ transactionId }) => books.deposits.get(transactionId)?.deposit.requestedAt ?? [])
    .sort();
  return { from: requested[0] ?? credited[0]!, until: credited.at(-1)! };
};

/**
 * The deposits of one period against the broker's journals of its days. `books` holds the deposits
 * of the period, and others of the partner or not; `accounts`, whose the stray journals are.
 */
export const comparePeriodJournals = (
  journals: readonly ListedJournal[],
  books: PartnerBooks,
  periodId: string,
  accounts: readonly LoggedAccount[],
): readonly Difference[] => {
  const ids = new Set(depositsIn(books, periodId).map(({ transactionId }) => transactionId));
  const partners = new Map([[books.partnerId, books]]);
  const { differences } = compareDeposits({ partners, accounts }, journals, false);
  return differences.filter(({ depositId }) => depositId !== null && ids.has(depositId));
};

/** Journals that name a deposit, in accounts that are not the deposit's. */
export const strayJournals = (
  journals: readonly ListedJournal[],
  books: PartnerBooks,
): readonly ListedJournal[] => {
  const deposits = depositsOf(new Map([[books.partnerId, books]]));
  const { extra, namedBy } = sortJournals(deposits, journals);
  return extra.filter((journal) => namedBy(journal) !== undefined);
};

const depositsIn = ({ periods }: PartnerBooks, periodId: string) =>
  (periods.find(({ id }) => id === periodId)?.lines ?? []).filter(({ type }) => type === 'deposit');
