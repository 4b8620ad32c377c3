import type { Schemas } from '../../api/client.js';
import { decimalOf, sharesOf } from '../../ui/index.js';

/** Quantity or amount of an order. */
export const sizeOf = ({ qty, ammount }: Schemas['Order']) =>
  qty === 0 ? `${decimalOf(ammount)} USD of` : sharesOf(qty);
