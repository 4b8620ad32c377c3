import { billionths, billionthsToDecimal, cents, centsToNumber } from '#platform/core/money.js';
import type { Document } from '#platform/read-models/documents.js';

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
