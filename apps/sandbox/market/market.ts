import { type Cents, cents } from '#kernel/money.js';
import type { Store } from '../store/store.js';
import type { Asset } from './asset.js';
import { inventedAsset, LISTED } from './assets.js';
import type { MarketTime } from './market-time.js';

type Row = { readonly cents: bigint };

const SETTING = 'market.assets';

/** The assets with their prices. A price is fixed until a control request sets it. */
export class Market {
  private assets: ReadonlyMap<string, Asset>;

  constructor(
    private readonly store: Store,
    private readonly time: MarketTime,
  ) {
    const row = store
      .prepare<[string], { value: string }>('SELECT value FROM settings WHERE name = ?')
      .get(SETTING);
    this.assets = assetsOf(Number(row?.value ?? LISTED.length));
  }

  all(): readonly Asset[] {
    return [...this.assets.values()];
  }

  /** Finds an asset by symbol or id, with its price of now. */
  find(key: string): Asset | null {
    const asset = this.assets.get(key) ?? this.all().find(({ id }) => id === key);
    return asset === undefined ? null : { ...asset, price: this.priceAt(asset, this.time.nowMs()) };
  }

  /** Returns the price per share at a moment of the market's time. */
  priceAt({ symbol, price }: Asset, atMs: number): Cents {
    const row = this.store
      .prepare<[string, number], Row>(
        'SELECT cents FROM prices WHERE symbol = ? AND at_ms <= ? ORDER BY seq DESC LIMIT 1',
      )
      .get(symbol, atMs);
    return row === undefined ? price : cents(row.cents);
  }

  setPrice({ symbol }: Asset, price: Cents): void {
    this.store
      .prepare('INSERT INTO prices (symbol, at_ms, cents) VALUES (?, ?, ?)')
      .run(symbol, this.time.nowMs(), price);
  }

  /** Serves this number of assets. Invented assets fill up the listed ones. */
  serve(count: number): void {
    this.store
      .prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)')
      .run(SETTING, String(count));
    this.assets = assetsOf(count);
  }
}

const assetsOf = (count: number): ReadonlyMap<string, Asset> => {
  const invented = Array.from({ length: Math.max(0, count - LISTED.length) }, (_, index) =>
    inventedAsset(index),
  );
  return new Map([...LISTED, ...invented].map((asset) => [asset.symbol, asset]));
};
