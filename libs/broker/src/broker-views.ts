import type { AccountBlock } from './broker-records.js';
import type { Cents } from '#kernel/money.js';

/** A security that can be listed to users. `exchange` is the broker's name, for example `NASDAQ`. */
export type BrokerAsset = {
  readonly symbol: string;
  readonly name: string;
  readonly exchange: string;
  readonly tradable: boolean;
  readonly fractionable: boolean;
};

/** State of the market. Times are ISO 8601 UTC with milliseconds. */
export type MarketClock = {
  readonly isOpen: boolean;
  /** The next opening. */
  readonly opensAt: string;
  /** The next close. */
  readonly closesAt: string;
};

/** A day with trading. Times are ISO 8601 UTC with milliseconds. */
export type TradingDay = {
  /** YYYY-MM-DD, in New York. */
  readonly date: string;
  readonly opensAt: string;
  readonly closesAt: string;
};

/** Balances of a user's account. `cash` and cash limits are rounded down, values half to even. */
export type TradingAccount = {
  readonly currency: string;
  readonly cash: Cents;
  /** Cash that a journal may move. */
  readonly transferable: Cents;
  readonly buyingPower: Cents;
  readonly positionsValue: Cents;
  readonly equity: Cents;
  /** Equity at the previous close. */
  readonly previousEquity: Cents;
  readonly blocks: readonly AccountBlock[];
};

/** Quantities and prices are decimal text with the broker's digits; null if the broker omits one. */
export type Position = {
  readonly symbol: string;
  /** Negative for a short position. */
  readonly quantity: string;
  readonly availableQuantity: string;
  readonly averageEntryPrice: string;
  readonly costBasis: Cents;
  readonly marketValue: Cents | null;
  readonly currentPrice: string | null;
  readonly previousClose: string | null;
  readonly unrealizedProfit: Cents | null;
};

export const HISTORY_PERIODS = ['1D', '1W', '1M', '3M', '1Y', 'ALL'] as const;
export type HistoryPeriod = (typeof HISTORY_PERIODS)[number];

/** `profit`: since the start of the period. */
export type HistoryPoint = {
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string;
  readonly equity: Cents;
  readonly profit: Cents;
};

/**
 * Reads that are shown to people and never decide about money. A call without a usable response
 * throws `OutcomeUnknown`, `ProviderBusy` or `CircuitOpen`; nothing has changed then.
 */
export interface BrokerViews {
  /** Returns the balances. They have the lowest class of the rate budget and a short wait. */
  getTradingAccount(accountId: string, correlationId: string): Promise<TradingAccount>;
  /** Returns all positions, in the same class. */
  listPositions(accountId: string, correlationId: string): Promise<readonly Position[]>;
  /** Returns the equity over time, oldest first, in the same class. */
  portfolioHistory(
    accountId: string,
    period: HistoryPeriod,
    correlationId: string,
  ): Promise<readonly HistoryPoint[]>;
  /** Returns every active US equity. The response may have several megabytes. */
  listAssets(correlationId: string): Promise<readonly BrokerAsset[]>;
  clock(correlationId: string): Promise<MarketClock>;
  /** Returns every trading day that the broker knows, half days included, in order. */
  calendar(correlationId: string): Promise<readonly TradingDay[]>;
}
