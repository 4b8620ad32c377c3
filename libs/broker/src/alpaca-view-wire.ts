import { DateTime } from 'luxon';
import { z } from 'zod';
import { decimalText } from '#kernel/decimal-text.js';
import { parseInstant } from '#kernel/instant.js';
import type { Cents } from '#kernel/money.js';
import { accountBlocks } from './alpaca-wire.js';
import type { BrokerAsset, HistoryPoint, MarketClock, Position } from './broker-views.js';
import type { TradingAccount, TradingDay } from './broker-views.js';
import { roundedCents } from './rounded-cents.js';

/** Days and hours of the exchange are in this zone. */
const EXCHANGE_ZONE = 'America/New_York';

/** The text has the broker's digits. A JSON number has at most 17 of them, so its text is exact. */
const decimal = z
  .union([z.string(), z.number()])
  .transform(decimalText)
  .pipe(z.string().regex(/^-?\d{1,15}(\.\d{1,40})?$/));

const centsOf = (rounding: 'down' | 'nearest') =>
  decimal.transform((text, context): Cents => {
    const amount = roundedCents(text, rounding);
    if (amount !== null) return amount;
    context.addIssue('not an amount');
    return z.NEVER;
  });
const cash = centsOf('down');
const value = centsOf('nearest');

const instant = z
  .string()
  .transform(parseInstant)
  .pipe(z.date())
  .transform((at) => at.toISOString());
const symbol = z.string().min(1).max(40);

/** `id`: the account that the response is about. */
export const tradingAccount = z
  .object({
    currency: z.literal('USD').nullish(),
    cash,
    cash_transferable: cash,
    buying_power: cash,
    long_market_value: value,
    equity: value,
    last_equity: value,
  })
  .and(accountBlocks)
  .transform((wire): { readonly id: string; readonly account: TradingAccount } => ({
    id: wire.id,
    account: {
      currency: 'USD',
      cash: wire.cash,
      transferable: wire.cash_transferable,
      buyingPower: wire.buying_power,
      positionsValue: wire.long_market_value,
      equity: wire.equity,
      previousEquity: wire.last_equity,
      blocks: wire.blocks,
    },
  }));

export const positions = z.array(
  z
    .object({
      symbol,
      qty: decimal,
      qty_available: decimal,
      avg_entry_price: decimal,
      cost_basis: value,
      market_value: value.nullish(),
      current_price: decimal.nullish(),
      lastday_price: decimal.nullish(),
      unrealized_pl: value.nullish(),
    })
    .transform((wire): Position => ({
      symbol: wire.symbol,
      quantity: wire.qty,
      availableQuantity: wire.qty_available,
      averageEntryPrice: wire.avg_entry_price,
      costBasis: wire.cost_basis,
      marketValue: wire.market_value ?? null,
      currentPrice: wire.current_price ?? null,
      previousClose: wire.lastday_price ?? null,
      unrealizedProfit: wire.unrealized_pl ?? null,
    })),
);

/** Points without a value are left out: the broker has them for hours before an account existed. */
export const history = z
  .object({
    timestamp: z.array(z.int().nonnegative()).nullish(),
    equity: z.array(value.nullable()).nullish(),
    profit_loss: z.array(value.nullable()).nullish(),
  })
  .transform(({ timestamp, equity, profit_loss }): readonly HistoryPoint[] =>
    (timestamp ?? []).flatMap((seconds, i) => {
      const [worth, profit] = [equity?.[i] ?? null, profit_loss?.[i] ?? null];
      if (worth === null || profit === null) return [];
      return [{ at: new Date(seconds * 1_000).toISOString(), equity: worth, profit }];
    }),
  );

export const asset = z.object({
  symbol,
  name: z.string().nullish(),
  exchange: z.string(),
  tradable: z.boolean(),
  fractionable: z.boolean().nullish(),
});

export const assetOf = (wire: z.output<typeof asset>): BrokerAsset => ({
  symbol: wire.symbol,
  name: wire.name ?? '',
  exchange: wire.exchange,
  tradable: wire.tradable,
  fractionable: wire.fractionable ?? false,
});

export const clock = z
  .object({ is_open: z.boolean(), next_open: instant, next_close: instant })
  .transform((wire): MarketClock => ({
    isOpen: wire.is_open,
    opensAt: wire.next_open,
    closesAt: wire.next_close,
  }));

const time = z.string().regex(/^\d{2}:\d{2}$/);

export const tradingDays = z.array(
  z
    .object({ date: z.iso.date(), open: time, close: time })
    .transform(({ date, open, close }): TradingDay => ({
      date,
      opensAt: momentOf(date, open),
      closesAt: momentOf(date, close),
    })),
);

const momentOf = (date: string, at: string): string =>
  DateTime.fromISO(`${date}T${at}`, { zone: EXCHANGE_ZONE }).toJSDate().toISOString();
