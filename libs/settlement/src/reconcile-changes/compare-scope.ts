import type { ForeignJournal } from '../reconcile/compare-deposits.js';
import type { Difference } from '../reconcile/difference.js';
import { compareChangedAccounts } from './compare-changed-accounts.js';
import { compareChangedOrders } from './compare-changed-orders.js';
import { compareJournals } from './compare-journals.js';
import { compareTouchedPeriods } from './compare-touched-periods.js';
import type { Look } from './look.js';

export type Seen = {
  readonly differences: readonly Difference[];
  readonly foreign: readonly ForeignJournal[];
  readonly subjects: ReadonlySet<string>;
  readonly compared: Record<'deposits' | 'journals' | 'orders' | 'accounts' | 'periods', number>;
  readonly notCompared: number;
};

/** What one look finds of all that is in its scope. */
export const compareScope = async (look: Look): Promise<Seen> => {
  const journals = await compareJournals(look);
  const orders = await compareChangedOrders(look);
  const accounts = await compareChangedAccounts(look);
  const periods = await compareTouchedPeriods(look);
  const named = (name: string, ids: readonly string[]) => ids.map((id) => `${name}/${id}`);
  return {
    differences: look.books.unreadable.instead([
      ...[journals, orders, accounts, periods].flatMap((each) => each.differences),
      ...look.lookUps.unanswered.values(),
    ]),
    foreign: journals.foreign,
    subjects: new Set([
      ...named('deposit', journals.deposits),
      ...named('journal', journals.journals),
      ...named('order', orders.orders),
      ...named('broker-order', orders.brokerOrders),
      ...named('account', accounts.accounts),
      ...named('period', periods.periods),
      ...named('partner', periods.partners),
    ]),
    compared: {
      deposits: journals.deposits.length,
      journals: journals.journals.length,
      orders: orders.orders.length,
      accounts: accounts.accounts.length,
      periods: periods.periods.length,
    },
    notCompared: look.lookUps.notCompared + periods.notCompared,
  };
};
