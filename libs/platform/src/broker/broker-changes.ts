import type { BrokerAccount, ListedJournal, ListedOrder } from './broker-records.js';

/** ISO 8601 UTC; what is at its ends may be there or not. */
export type Span = { readonly from: string; readonly until: string };

/** What a stream told within a span, each thing once; `unreadable`: how many messages were none. */
export type Told<Thing> = { readonly things: readonly Thing[]; readonly unreadable: number };

/** That something happened to a journal, whoever made it. */
export type ToldJournal = {
  readonly id: string;
  /** As we gave it, or a UUID in the description; null when it can be none of ours. */
  readonly journalKey: string | null;
  /** Whether it was executed at any moment of the span. */
  readonly wasExecuted: boolean;
};

/** `createdAt`: ISO 8601, null when the broker does not say it. */
export type DatedJournal = ListedJournal & { readonly createdAt: string | null };

/** `isWhole`: no journal of these days is missing, readable or not. */
export type JournalsOfDays = {
  readonly journals: readonly DatedJournal[];
  readonly isWhole: boolean;
  readonly unreadable: number;
  /** Ids of those that cannot be read, as far as the broker names them. */
  readonly unread: readonly string[];
};

/** An account as a list or a stream tells it; `at`: ISO 8601, when that was, null when nobody says. */
export type ToldAccount = Pick<BrokerAccount, 'id' | 'status'> & {
  readonly at: string | null;
  /** Something was told of what holds it; its status says nothing of that. */
  readonly tellsOfBlocks?: true;
};

/**
 * What changed at the broker over all accounts, so that the number of calls follows the changes. A
 * question without a usable answer is thrown as `OutcomeUnknown`, as everywhere.
 */
export interface BrokerChanges {
  /** How often the broker was asked so far. */
  readonly calls: number;

  /** Journals of which the event stream told something. */
  toldJournals(span: Span): Promise<Told<ToldJournal>>;
  /** Orders as the event stream told of them last. */
  toldOrders(span: Span): Promise<Told<ListedOrder>>;
  /** Accounts with the status that the event stream told last, empty if it told none. */
  toldAccounts(span: Span): Promise<Told<ToldAccount>>;
  /** Accounts that were opened in the span. */
  openedAccounts(span: Span): Promise<Told<ToldAccount>>;

  /** Journals between the firm account and anybody, created on the days of the span or beside. */
  journalsOfDays(span: Span): Promise<JournalsOfDays>;
  /** Journals between the firm account and this one. */
  journalsOfAccount(accountId: string): Promise<readonly DatedJournal[]>;
  /** Null when there is none, or it is not between the firm account and another. */
  journal(journalId: string): Promise<DatedJournal | null>;
  /** By our id; null when there is none. */
  order(orderId: string, accountId: string): Promise<ListedOrder | null>;
  /**
   * As it is told under this id, whichever it says that it is, with its blocks while it is `ACTIVE`; null
   * when there is none.
   */
  account(accountId: string): Promise<BrokerAccount | null>;
}
