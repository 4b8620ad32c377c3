import { randomUUID } from 'node:crypto';
import type { Cents } from '#kernel/money.js';
import { Collection, type Setting } from '../store/collection.js';
import type { Store } from '../store/store.js';
import type { Asset } from './asset.js';
import { inventedAsset, LISTED } from './assets.js';
import type { MarketTime } from './market-time.js';

type Price = {
  readonly id: string;
  readonly symbol: string;
  readonly atMs: number;
  readonly price: Cents;
};

const SETTING = 'market.assets';
/** Default number of assets. A control request changes it. */
const ASSETS = 300;

/** The assets with their prices. Only control requests change prices. */
export class Market {
  private readonly settings: Collection<Setting<number>>;
  private readonly prices: Collection<Price>;
  private assets: ReadonlyMap<string, Asset>;

  constructor(
    store: Store,
    private readonly time: MarketTime,
  ) {
    this.settings = new Collection(store, 'settings');
    this.prices = new Collection(store, 'prices', {
      columns: ['symbol', 'atMs'],
      indexes: [['symbol']],
      bigints: ['price'],
    });
    this.assets = assetsOf(this.settings.find(SETTING)?.value ?? ASSETS);
  }

  all(): readonly Asset[] {
    return [...this.assets.values()];
  }

  /** Finds an asset by symbol or id, with its present price. */
  find(key: string): Asset | null {
    const asset = this.assets.get(key) ?? this.all().find(({ id }) => id === key);
    return asset === undefined ? null : { ...asset, price: this.priceAt(asset, this.time.nowMs()) };
  }

  /** Returns the price per share at a moment of the market's time. */
  priceAt({ symbol, price }: Asset, atMs: number): Cents {
    const last = this.prices.first('symbol = ? AND atMs <= ? ORDER BY seq DESC', symbol, atMs);
    return last?.price ?? price;
  }

  setPrice({ symbol }: Asset, price: Cents): void {
    this.prices.put({ id: randomUUID(), symbol, atMs: this.time.nowMs(), price });
  }

  /** Sets the number of assets. Invented assets follow the listed ones. */
  serve(count: number): void {
    this.settings.put({ id: SETTING, value: count });
    this.assets = assetsOf(count);
  }
}

const assetsOf = (count: number): ReadonlyMap<string, Asset> => {
  const invented = Array.from({ length: Math.max(0, count - LISTED.length) }, (_, index) =>
    inventedAsset(index),
  );
  return new Map([...LISTED, ...invented].map((asset) => [asset.symbol, asset]));
};
