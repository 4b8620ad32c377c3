import { z } from 'zod';
import { billionths, billionthsToDecimal, cents, centsToNumber } from '#kernel/money.js';
import { pageMetadata, text, usd, utcTime, uuid, word } from '#http/response-schemas.js';
import { FINAL } from '../order/order.state.js';
import { ORDER_STATUSES, type OrderRow } from './user-orders.projection.js';

const shares = (about: string, example: number) =>
  z.number().meta({ description: about, examples: [example] });

export const order = z
  .strictObject({
    id: uuid('The id of the order.'),
    userId: uuid('The user it is for.'),
    symbol: text('Ticker symbol.', 'AAPL'),
    qty: shares('Shares wanted, 0 when wanted by amount.', 0),
    ammount: usd('US dollars wanted, 0 when wanted by quantity. Spelled exactly so.', 100),
    commission: usd('US dollars, of the filled value; 0 until the order has ended.', 0),
    side: word('`buy` or `sell`.', ['buy', 'sell']),
    status: word(
      '`pending`, `submitted`, `accepted`, `partially_filled`, then `filled`; or `rejected`, `canceled`, `expired`. Seldom, the broker breaks or changes a trade: then quantity, price and status follow it, also after an end.',
      ORDER_STATUSES,
    ),
    externalId: text('Your own id for the order.', 'order-0001'),
    statusReason: z.string().meta({
      description: 'Why it was rejected, canceled or expired; else empty.',
      examples: [''],
    }),
    filledQty: shares('Shares filled so far.', 0),
    filledAvgPrice: usd('Average price, null until something is filled.', 200)
      .nullable()
      .meta({ examples: [null] }),
    createdAt: utcTime('When it was accepted here.'),
    updatedAt: utcTime('When it last changed.'),
  })
  .meta({ id: 'Order', description: 'A market order, good for the day.' });

export const orderPage = z
  .strictObject({
    orders: z.array(order).meta({ description: 'The oldest first.' }),
    metadata: pageMetadata,
  })
  .meta({ id: 'Orders', description: 'A page of your orders.' });

/** The order of the interface; `ammount` is spelled as there. Quantities keep all their digits. */
export const orderView = (row: OrderRow) => {
  const quantity = (value: bigint) => JSON.rawJSON(billionthsToDecimal(billionths(value)));
  const isFinal = FINAL.some((status) => status === row.status);
  return {
    id: row.id,
    userId: row.userId,
    symbol: row.symbol,
    qty: quantity(row.quantityBillionths),
    ammount: centsToNumber(cents(row.amountCents)),
    commission: isFinal ? centsToNumber(cents(row.commissionCents)) : 0,
    side: row.side,
    status: row.status,
    externalId: row.externalId,
    statusReason: row.statusReason,
    filledQty: quantity(row.filledBillionths),
    filledAvgPrice: row.averagePrice === null ? null : JSON.rawJSON(row.averagePrice),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
};
