import type { Billionths, Cents } from '../core/money.js';

/** `status` is the broker's own word (`SUBMITTED`, `ACTIVE`, …); unknown words pass through. */
export type BrokerAccount = {
  readonly id: string;
  /** Empty until the broker gives one. */
  readonly number: string;
  readonly status: string;
  /** Why it is not on the happy path, for operators alone; null when the broker gives no reason. */
  readonly reason: string | null;
  /** The broker's words for what it found in its checks; none on the happy path. */
  readonly findings?: readonly string[];
  /** What holds the account though it is `ACTIVE`; missing where that was not asked for. */
  readonly blocks?: readonly AccountBlock[];
  /** Whose account it says it is; missing where nobody says so. */
  readonly emailAddress?: string;
};

/** The broker's flags of an account. The last one is the user's own wish, the others the broker's. */
export const ACCOUNT_BLOCKS = [
  'account_blocked',
  'trading_blocked',
  'transfers_blocked',
  'trade_suspended_by_user',
] as const;
export type AccountBlock = (typeof ACCOUNT_BLOCKS)[number];

/** Status as the broker says it: `queued`, `executed`, `rejected`, … */
export type BrokerJournal = {
  readonly id: string;
  readonly status: string;
  /** Null when it is no whole number of US cents: then it is none of ours. */
  readonly amount: Cents | null;
  /** The account that the money goes to; missing where nobody says so. */
  readonly creditedAccountId?: string;
};

/** A journal out of a list: `journalKey` as we gave it, null when it cannot be one of ours. */
export type ListedJournal = BrokerJournal & {
  readonly journalKey: string | null;
  /** As the broker writes it. */
  readonly amountText: string;
  /** The side that is not the firm account. */
  readonly accountId: string;
  readonly direction: 'to_user' | 'to_firm';
};

export type BrokerOrder = {
  readonly id: string;
  /** Our order id. */
  readonly clientOrderId: string;
  /** `new`, `accepted`, `partially_filled`, `filled`, `canceled`, … */
  readonly status: string;
  /** What is traded, and `buy` or `sell`; null or missing where the broker does not say. */
  readonly symbol?: string | null;
  readonly side?: string | null;
  readonly filledQuantity: Billionths;
  /** Average price as decimal text, null until something is filled. */
  readonly filledAveragePrice: string | null;
  readonly reason: string | null;
  /** ISO 8601 UTC: when the broker last changed it; missing when it does not say. */
  readonly updatedAt?: string;
};

/** An order out of a list. */
export type ListedOrder = BrokerOrder & {
  readonly accountId: string;
  readonly updatedAt: string;
};
