import type { Schemas } from '../../api/client.js';
import { decimalOf, sharesOf } from '../../ui/index.js';

/** Describes an order: `buy 2 AAPL` or `buy 50.00 USD of AAPL`. */
export const orderWords = ({ side, qty, ammount, symbol }: Schemas['Order']): string =>
  `${side} ${qty === 0 ? `${decimalOf(ammount)} USD of` : sharesOf(qty)} ${symbol}`;
