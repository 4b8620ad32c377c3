import { compareAccount, unknownAccount } from '../reconcile/compare-accounts.js';
import type { Difference } from '../reconcile/difference.js';
import type { Look } from './look.js';
import type { SomeBooks } from './some-books.js';

type Compared = {
  readonly differences: readonly Difference[];
  readonly accounts: readonly string[];
};

/** The accounts in the scope; one of which nothing but the status that it has was told needs no call. */
export const compareChangedAccounts = async (look: Look): Promise<Compared> => {
  const { scope, lists, books, lookUps, isFresh, newsSince } = look;
  for (const userId of scope.users) {
    const account = await books.accountOf(userId);
    if (account !== null) scope.accounts.add(account.accountId);
  }
  const differences: Difference[] = [];
  const accounts: string[] = [];
  for (const accountId of scope.accounts) {
    const [logged, told] = [await books.account(accountId), lists.accounts.get(accountId)];
    if (logged === null && isNamed(books, accountId)) continue;
    if (logged === null) {
      // Its opening may be on its way into the log.
      const isNews = told === undefined || (told.at !== null && told.at >= newsSince);
      if (!isNews) differences.push(unknownAccount(accountId, told.status));
      if (!isNews) accounts.push(accountId);
      continue;
    }
    const isToldWhole = !isFresh && !scope.differingAccounts.has(accountId);
    if (isToldWhole && told?.status === logged.status && told.tellsOfBlocks !== true) {
      accounts.push(accountId);
      continue;
    }
    const found = await lookUps.account(logged);
    if (found === undefined) continue;
    accounts.push(accountId);
    differences.push(...compareAccount(logged, found));
  }
  return { differences, accounts };
};

/** Its profile cannot be read, and that is said. */
const isNamed = ({ unreadable }: SomeBooks, id: string): boolean =>
  unreadable.differences.some(({ accountId }) => accountId === id);
