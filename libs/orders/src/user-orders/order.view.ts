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
    userId: uuid('The user.'),
    symbol: text('Ticker symbol.', 'AAPL'),
    qty: shares('Requested shares. 0 for an order by amount.', 0),
    ammount: usd(
      'Requested US dollars. 0 for an order by quantity. The name is spelled with two m.',
      100,
    ),
    commission: usd(
      'Commission of the filled value, in US dollars. 0 until the order has ended.',
      0,
    ),
    side: word('`buy` or `sell`.', ['buy', 'sell']),
    status: word(
      '`pending`, `submitted`, `accepted`, `partially_filled`, then `filled`; or `rejected`, `canceled`, `expired`. Rarely, the broker breaks or changes a trade. Quantity, price and status then change, also after an end.',
      ORDER_STATUSES,
    ),
    externalId: text('Your own id for the order.', 'order-0001'),
    statusReason: z.string().meta({
      description: 'Reason why it was rejected, canceled or expired. Empty otherwise.',
      examples: [''],
    }),
    filledQty: shares('Shares filled so far.', 0),
    filledAvgPrice: usd('Average price. Null without a fill.', 200)
      .nullable()
      .meta({ examples: [null] }),
    createdAt: utcTime('When it was accepted.'),
    updatedAt: utcTime('When it last changed.'),
  })
  .meta({ id: 'Order', description: 'A market order, good for the day.' });

export const orderPage = z
  .strictObject({
    orders: z.array(order).meta({ description: 'The oldest first.' }),
    metadata: pageMetadata,
  })
  .meta({ id: 'Orders', description: 'A page of your orders.' });

/**
 * The order of the interface, which spells `ammount` with two m. Quantities keep all their digits.
 */
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
