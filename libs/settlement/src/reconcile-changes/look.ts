import type { BrokerChanges, Span } from '#platform/broker/broker-changes.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { ForeignJournal } from '../reconcile/compare-deposits.js';
import type { Difference } from '../reconcile/difference.js';
import type { SettlementReader } from '../settlement-periods/settlement-reader.js';
import type { BrokerLists } from './broker-lists.js';
import { compareChangedAccounts } from './compare-changed-accounts.js';
import { compareChangedOrders } from './compare-changed-orders.js';
import { compareJournals } from './compare-journals.js';
import { compareTouchedPeriods } from './compare-touched-periods.js';
import type { LookUps } from './look-ups.js';
import type { Scope } from './scope.js';
import type { SharedJournals } from './shared-journals.js';
import type { SomeBooks } from './some-books.js';

/** One look at log, read models and broker over what is in the scope. */
export type Look = {
  readonly scope: Scope;
  readonly span: Span;
  /** The lists, which look-ups add to. */
  readonly lists: BrokerLists;
  readonly lookUps: LookUps;
  readonly books: SomeBooks;
  readonly store: EventStore;
  readonly shared: SharedJournals;
  readonly reader: SettlementReader;
  readonly changes: BrokerChanges;
  /** Those that changed in the log, or are to be looked at in their periods for another reason. */
  readonly changedDeposits: ReadonlySet<string>;
  /** Deposits that differed before. */
  readonly known: ReadonlySet<string>;
  /** Everything in the scope is asked for as it is now, as far as calls are left. */
  readonly isFresh: boolean;
  /** What changed in the log was looked for up to here; null in an empty log. */
  readonly logUntil: bigint | null;
  /** ISO 8601: what the broker did since then need not be known here yet. */
  readonly newsSince: string;
  /** ISO 8601: journals of others that are older were counted by an earlier run. */
  readonly countedFrom: string;
  readonly linesMax: number;
};

export type Seen = {
  readonly differences: readonly Difference[];
  readonly foreign: readonly ForeignJournal[];
  readonly subjects: ReadonlySet<string>;
  readonly compared: Record<'deposits' | 'journals' | 'orders' | 'accounts' | 'periods', number>;
  readonly notCompared: number;
};

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
