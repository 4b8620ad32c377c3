import { Inject, Injectable } from '@nestjs/common';
import type { BrokerAsset, MarketClock, TradingDay } from '#broker/broker-views.js';
import { unavailable } from '#kernel/refused.js';
import { RETRY_AFTER_PROVIDER_S } from '#kernel/timing.js';
import { READ_STORE } from '#kernel/tokens.js';
import { CachedDocument, SavedDocuments } from '#read-models/saved-documents.js';
import type { ReadStore } from '#read-models/read-store.js';
import { AssetList } from './asset-list.js';

/** Names of the saved documents. */
export const MARKET_DOCUMENTS = ['assets', 'clock', 'calendar'] as const;
export type MarketDocument = (typeof MARKET_DOCUMENTS)[number];

/** Error before the first load. */
export const NOT_LOADED = {
  code: 'market_data_not_loaded',
  meaning: 'The service has not loaded this from the broker yet.',
} as const;

/** Market data that the leading worker saved last. Reads do not call the broker. */
@Injectable()
export class MarketData {
  private readonly assetList: CachedDocument<AssetList>;
  private readonly marketClock: CachedDocument<MarketClock>;
  private readonly tradingDays: CachedDocument<readonly TradingDay[]>;

  constructor(@Inject(READ_STORE) { engine }: ReadStore) {
    const documents = new SavedDocuments(engine);
    const listOf = (text: string) => new AssetList(JSON.parse(text) as readonly BrokerAsset[]);
    this.assetList = new CachedDocument(documents, 'assets', listOf);
    this.marketClock = new CachedDocument(documents, 'clock', clockOf);
    this.tradingDays = new CachedDocument(documents, 'calendar', daysOf);
  }

  /** @throws {Refused} 503 before the first load, as the other reads do */
  async assets(): Promise<AssetList> {
    return loaded(await this.assetList.read());
  }

  /** Returns a function from symbols to names. A symbol without a known name is its own name. */
  async names(): Promise<(symbol: string) => string> {
    const list = await this.assetList.read().catch(() => null);
    return (symbol) => list?.find(symbol)?.name || symbol;
  }

  async clock(): Promise<MarketClock> {
    return loaded(await this.marketClock.read());
  }

  async calendar(): Promise<readonly TradingDay[]> {
    return loaded(await this.tradingDays.read());
  }
}

const clockOf = (text: string) => JSON.parse(text) as MarketClock;
const daysOf = (text: string) => JSON.parse(text) as readonly TradingDay[];

const loaded = <Value>(value: Value | null): Value => {
  if (value !== null) return value;
  throw unavailable(NOT_LOADED.code, NOT_LOADED.meaning, RETRY_AFTER_PROVIDER_S);
};
