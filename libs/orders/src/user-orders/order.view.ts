import { z } from 'zod';
import { billionths, billionthsToDecimal, cents, centsToNumber } from '#platform/core/money.js';
import { pageMetadata, text, usd, utcTime, uuid, word } from '#platform/http/answers.js';
import { exactNumber } from '#platform/http/exact-json.js';
import type { Document } from '#platform/read-models/documents.js';
import { FINAL } from '../order/order.state.js';
import { ORDER_STATUSES } from './user-orders.projection.js';

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
    filledAvgPrice: usd('Average price, null until something is filled.', 200).nullable(),
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
export const orderView = (document: Document) => {
  const quantity = (field: string) =>
    exactNumber(billionthsToDecimal(billionths(document[field] ?? '0')));
  const amount = (field: string) => centsToNumber(cents(document[field] ?? '0'));
  const price = document['averagePrice'];
  const isFinal = FINAL.some((status) => status === document['status']);
  return {
    id: document['id'],
    userId: document['userId'],
    symbol: document['symbol'],
    qty: quantity('quantityBillionths'),
    ammount: amount('amountCents'),
    commission: isFinal ? amount('commissionCents') : 0,
    side: document['side'],
    status: document['status'],
    externalId: document['externalId'],
    statusReason: document['statusReason'] ?? '',
    filledQty: quantity('filledBillionths'),
    filledAvgPrice: price === undefined ? null : exactNumber(price),
    createdAt: document['createdAt'],
    updatedAt: document['updatedAt'],
  };
};
