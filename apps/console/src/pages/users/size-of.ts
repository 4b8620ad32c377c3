import type { Schemas } from '../../api/client.js';
import { decimalOf, sharesOf } from '../../ui/index.js';

/** How much an order is for. */
export const sizeOf = ({ qty, ammount }: Schemas['Order']) =>
  qty === 0 ? `${decimalOf(ammount)} USD of` : sharesOf(qty);
