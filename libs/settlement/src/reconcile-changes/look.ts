import type { BrokerChanges, Span } from '#platform/broker/broker-changes.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { SettlementReader } from '../settlement-periods/settlement-reader.js';
import type { BrokerLists } from './broker-lists.js';
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
