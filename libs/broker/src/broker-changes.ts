import type { BrokerAccount, ListedJournal, ListedOrder } from './broker-records.js';

/** ISO 8601 UTC. Changes exactly at the bounds may be included or not. */
export type Span = { readonly from: string; readonly until: string };

/**
 * Records that a stream reported for a span, each once. `unreadable`: number of unreadable
 * messages.
 */
export type Reported<Thing> = { readonly things: readonly Thing[]; readonly unreadable: number };

/** A journal that changed, of any creator. */
export type ReportedJournal = {
  readonly id: string;
  /** Our key, or a UUID in the description. Null for a third-party journal. */
  readonly journalKey: string | null;
  /** Whether it was executed at any time of the span. */
  readonly wasExecuted: boolean;
};

/** `createdAt`: ISO 8601; null if the broker omits it. */
export type DatedJournal = ListedJournal & { readonly createdAt: string | null };

/** `isWhole`: the list contains every journal of these days, readable or not. */
export type JournalsOfDays = {
  readonly journals: readonly DatedJournal[];
  readonly isWhole: boolean;
  readonly unreadable: number;
  /** Ids of unreadable journals, if the broker names them. */
  readonly unread: readonly string[];
};

/** An account from a list or a stream. `at`: time of the status, ISO 8601; null if unknown. */
export type ReportedAccount = Pick<BrokerAccount, 'id' | 'status'> & {
  readonly at: string | null;
  /** Set if an event concerned the account's blocks, which the status does not show. */
  readonly mentionsBlocks?: true;
};

/**
 * Changes at the broker over all accounts, so that the number of calls depends on the number of
 * changes. A call without a usable response throws `OutcomeUnknown`.
 */
export interface BrokerChanges {
  /** Number of calls so far. */
  readonly calls: number;

  /** Returns the journals that the event stream reported. */
  reportedJournals(span: Span): Promise<Reported<ReportedJournal>>;
  /** Returns the orders in the state that the event stream reported last. */
  reportedOrders(span: Span): Promise<Reported<ListedOrder>>;
  /**
   * Returns the accounts with the status that the event stream reported last; empty without one.
   */
  reportedAccounts(span: Span): Promise<Reported<ReportedAccount>>;
  /** Returns the accounts that were opened in the span. */
  openedAccounts(span: Span): Promise<Reported<ReportedAccount>>;

  /**
   * Returns the journals of the firm account, created on the days of the span or the adjacent days.
   */
  journalsOfDays(span: Span): Promise<JournalsOfDays>;
  /** Returns the journals between the firm account and this one. */
  journalsOfAccount(accountId: string): Promise<readonly DatedJournal[]>;
  /** Returns null if it does not exist or does not involve the firm account. */
  journal(journalId: string): Promise<DatedJournal | null>;
  /** Finds an order by our id; null if it does not exist. */
  order(orderId: string, accountId: string): Promise<ListedOrder | null>;
  /**
   * Returns the account that the broker returns for this id, even if it has another id. Includes
   * its blocks and its margin while it is `ACTIVE`. Null if it does not exist.
   */
  account(accountId: string): Promise<BrokerAccount | null>;
}
