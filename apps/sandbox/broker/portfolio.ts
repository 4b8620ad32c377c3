import { type Cents, cents } from '#kernel/money.js';
import type { Asset } from '../market/asset.js';
import type { Market } from '../market/market.js';
import type { MarketTime } from '../market/market-time.js';
import { type Balances, balancesOf } from './balance.rules.js';
import type { Cash } from './cash.js';
import { type Configurations, DEFAULTS } from './configurations.js';
import type { ConfigurationTable } from './configurations.js';
import type { Holding, Holdings } from './holdings.js';
import type { JournalTable } from './journal-table.js';
import type { Movements } from './movements.js';
import { valueOf } from './price.rules.js';
import { type Past, rewind } from './past.rules.js';

export type Position = Holding & {
  readonly asset: Asset;
  readonly value: Cents;
  /** Price at the end of the last day. */
  readonly lastPrice: Cents;
};

/** Computes balances and positions of an account at the market's prices. */
export class Portfolio {
  constructor(
    private readonly cash: Cash,
    private readonly holdings: Holdings,
    private readonly movements: Movements,
    private readonly journals: JournalTable,
    private readonly configurations: ConfigurationTable,
    private readonly market: Market,
    private readonly time: MarketTime,
    private readonly firmAccountId: string,
  ) {}

  positions(accountId: string): readonly Position[] {
    const yesterdayMs = this.time.startOfTodayMs() - 1;
    return this.holdings
      .all(accountId)
      .filter(({ quantity }) => quantity !== 0n)
      .map((holding) => {
        const asset = this.assetOf(holding.symbol);
        const lastPrice = this.market.priceAt(asset, yesterdayMs);
        return { ...holding, asset, lastPrice, value: valueOf(holding.quantity, asset.price) };
      });
  }

  balances(accountId: string): Balances {
    const { total, available } = this.cash.of(accountId);
    const values = this.positions(accountId).map(({ value }) => value);
    const sumOf = (some: readonly Cents[]) => cents(some.reduce((sum, value) => sum + value, 0n));
    const assets = {
      cash: total,
      held: cents(total - available),
      outgoing: this.outgoing(accountId),
      unsettled: this.movements.unsettled(accountId),
      long: sumOf(values.filter((value) => value > 0n)),
      short: sumOf(values.filter((value) => value < 0n)),
    };
    return balancesOf(assets, this.settingsOf(accountId));
  }

  /**
   * Returns the equity at the end of the last day. For the firm account, which has too many
   * movements to undo, returns the present equity.
   */
  lastEquity(accountId: string): Cents {
    if (accountId === this.firmAccountId) return this.balances(accountId).equity;
    return this.past(accountId, [this.time.startOfTodayMs()])[0]?.equity ?? cents(0n);
  }

  /**
   * Returns the equity just before each moment, and the net transfers into the account since the
   * first moment. The moments must ascend.
   */
  past(accountId: string, momentsMs: readonly number[]): readonly Past[] {
    const present = {
      cash: this.cash.of(accountId).total,
      quantities: new Map(
        this.holdings.all(accountId).map(({ symbol, quantity }) => [symbol, quantity]),
      ),
    };
    const movements = this.movements.since(accountId, momentsMs[0] ?? 0);
    const valueAt = (symbol: string, quantity: bigint, atMs: number) =>
      valueOf(quantity, this.market.priceAt(this.assetOf(symbol), atMs - 1));
    return rewind(present, movements, momentsMs, valueAt);
  }

  /** Returns 0 for the firm account, so that its pending journals reduce the transferable cash. */
  private outgoing(accountId: string): Cents {
    return accountId === this.firmAccountId ? cents(0n) : this.journals.outgoing(accountId);
  }

  /** The firm account trades without margin. */
  private settingsOf(accountId: string): Required<Configurations> {
    return accountId === this.firmAccountId
      ? { ...DEFAULTS, max_margin_multiplier: '1' }
      : this.configurations.of(accountId);
  }

  private assetOf(symbol: string): Asset {
    const asset = this.market.find(symbol);
    if (asset === null) throw new Error(`unknown asset ${symbol}`);
    return asset;
  }
}
