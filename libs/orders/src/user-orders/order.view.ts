import { z } from 'zod';
import { billionths, billionthsToDecimal, cents, centsToNumber } from '#platform/core/money.js';
import { text, usd, utcTime, uuid, word } from '#platform/http/answers.js';
import type { Document } from '#platform/read-models/documents.js';

const STATUSES = [
  'pending',
  'submitted',
  'accepted',
  'partially_filled',
  'filled',
  'rejected',
  'canceled',
  'expired',
] as const;

const shares = (about: string, example: number) =>
  z.number().meta({ description: about, examples: [example] });

export const order = z
  .strictObject({
    id: uuid('The id of the order.'),
    userId: uuid('The user it is for.'),
    symbol: text('Ticker symbol.', 'AAPL'),
    qty: shares('Shares wanted, 0 when wanted by amount.', 0),
    ammount: usd('US dollars wanted, 0 when wanted by quantity. Spelled exactly so.', 100),
    commission: usd('US dollars, of the filled value; 0 until filled.', 0),
    side: word('`buy` or `sell`.', ['buy', 'sell']),
    status: word(
      '`pending`, `submitted`, `accepted`, `partially_filled`, then `filled`; or `rejected`, `canceled`, `expired`.',
      STATUSES,
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

/** The order of the interface; `ammount` is spelled as there. */
export const orderView = (document: Document) => {
  const quantity = (field: string) =>
    Number(billionthsToDecimal(billionths(document[field] ?? '0')));
  const amount = (field: string) => centsToNumber(cents(document[field] ?? '0'));
  const price = document['averagePrice'];
  return {
    id: document['id'],
    userId: document['userId'],
    symbol: document['symbol'],
    qty: quantity('quantityBillionths'),
    ammount: amount('amountCents'),
    commission: amount('commissionCents'),
    side: document['side'],
    status: document['status'],
    externalId: document['externalId'],
    statusReason: document['statusReason'] ?? '',
    filledQty: quantity('filledBillionths'),
    filledAvgPrice: price === undefined ? null : Number(price),
    createdAt: document['createdAt'],
    updatedAt: document['updatedAt'],
  };
};
