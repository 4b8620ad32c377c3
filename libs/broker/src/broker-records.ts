import type { Billionths, Cents } from '#kernel/money.js';

/** `status` is the broker's status (`SUBMITTED`, `ACTIVE`, …). Unknown values pass through. */
export type BrokerAccount = {
  readonly id: string;
  /** Empty until the broker assigns one. */
  readonly number: string;
  readonly status: string;
  /** Reason of an unhappy status, for operators only; null without one. */
  readonly reason: string | null;
  /** Codes of the broker's findings; absent in a happy status. */
  readonly findings?: readonly string[];
  /** Blocks of an `ACTIVE` account; absent if they were not read. */
  readonly blocks?: readonly AccountBlock[];
  /** Margin and short sales of an `ACTIVE` account; absent if they were not read. */
  readonly margin?: AccountMargin;
  /** E-mail address of the account's owner; absent if the broker omits it. */
  readonly emailAddress?: string;
};

/** `multiplier`: buying power per dollar of equity. An account without margin has 1. */
export type AccountMargin = { readonly multiplier: number; readonly allowsShortSales: boolean };

/** The broker's flags of an account. The user sets the last one, the broker sets the others. */
export const ACCOUNT_BLOCKS = [
  'account_blocked',
  'trading_blocked',
  'transfers_blocked',
  'trade_suspended_by_user',
] as const;
export type AccountBlock = (typeof ACCOUNT_BLOCKS)[number];

/** Status in the broker's terms: `queued`, `executed`, `rejected`, … */
export type BrokerJournal = {
  readonly id: string;
  readonly status: string;
  /** Null unless it is a whole number of US cents, as in every journal that we create. */
  readonly amount: Cents | null;
  /** The account that receives the money; absent if the broker omits it. */
  readonly creditedAccountId?: string;
  /** The account that gives the money; absent if the broker omits it. */
  readonly debitedAccountId?: string;
};

/**
 * A journal from a list. `journalKey`: the first UUID in its description, other than its own id. For
 * our own journals this is the transaction's id. Null without one.
 */
export type ListedJournal = BrokerJournal & {
  readonly journalKey: string | null;
  /** In the broker's notation. */
  readonly amountText: string;
  /** The account opposite the firm account. */
  readonly accountId: string;
  readonly direction: JournalDirection;
};

/** Direction between the pre-funded firm account and a user's account. */
export type JournalDirection = 'to_user' | 'to_firm';

/** Cash of a user's account that a journal may move now, and the account's blocks. */
export type TransferableCash = {
  readonly transferable: Cents;
  readonly blocks: readonly AccountBlock[];
};

export type BrokerOrder = {
  readonly id: string;
  /** Our order id. */
  readonly clientOrderId: string;
  /** `new`, `accepted`, `partially_filled`, `filled`, `canceled`, … */
  readonly status: string;
  /** Traded symbol, and `buy` or `sell`; null or absent if the broker omits it. */
  readonly symbol?: string | null;
  readonly side?: string | null;
  readonly filledQuantity: Billionths;
  /** Average price as decimal text; null until something is filled. */
  readonly filledAveragePrice: string | null;
  readonly reason: string | null;
  /** Time of the broker's last change, ISO 8601 UTC; absent if the broker omits it. */
  readonly updatedAt?: string;
};

/** An order from a list. */
export type ListedOrder = BrokerOrder & {
  readonly accountId: string;
  readonly updatedAt: string;
};
