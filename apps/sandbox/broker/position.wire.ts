import {
  billionths,
  billionthsToDecimal,
  type Cents,
  cents,
  centsToDecimal,
} from '#kernel/money.js';
import { PER_CENT, priceText, SHARE, valueOf } from './price.rules.js';
import type { Position } from './portfolio.js';

export const positionBody = (position: Position) => {
  const { asset, symbol, quantity, available, cost, value, lastPrice } = position;
  const today = cents(value - valueOf(quantity, lastPrice));
  const profit = cents(value - cost);
  return {
    asset_id: asset.id,
    symbol,
    exchange: asset.exchange,
    asset_class: 'us_equity',
    asset_marginable: asset.tradable,
    side: quantity > 0n ? 'long' : 'short',
    qty: billionthsToDecimal(quantity),
    qty_available: billionthsToDecimal(available),
    // Rounded down to a billionth of a dollar.
    avg_entry_price: priceText((cost * SHARE * PER_CENT) / quantity),
    current_price: centsToDecimal(asset.price),
    lastday_price: centsToDecimal(lastPrice),
    change_today: ratio(cents(asset.price - lastPrice), lastPrice),
    market_value: centsToDecimal(value),
    cost_basis: centsToDecimal(cost),
    unrealized_pl: centsToDecimal(profit),
    unrealized_plpc: ratio(profit, cost),
    unrealized_intraday_pl: centsToDecimal(today),
    unrealized_intraday_plpc: ratio(today, cents(value - today)),
  };
};

const RATIO_UNIT = 1_000_000_000n;

/** Returns the ratio as decimal text, "0" if the whole is 0. */
const ratio = (part: Cents, whole: Cents): string => {
  const base = whole < 0n ? -whole : whole;
  return base === 0n ? '0' : billionthsToDecimal(billionths((part * RATIO_UNIT) / base));
};
