import { cents, centsToDecimal } from '#platform/core/money.js';
import type { Document } from '#platform/read-models/documents.js';

/** A period as partners and finance staff see it; amounts are decimal text. */
export const settlementView = (document: Document) => {
  const of = (field: string) => cents(document[field] ?? '0');
  const gross = of('grossCents');
  const fees = of('feeCents');
  const adjustments = of('adjustmentCents');
  const due = cents(gross + adjustments);
  return {
    id: document['id'],
    partnerId: document['partnerId'],
    status: document['status'],
    opensAt: document['opensAt'],
    cutOffAt: null,
    closedAt: null,
    dueAt: null,
    count: Number(document['count'] ?? 0),
    gross: centsToDecimal(gross),
    fees: centsToDecimal(fees),
    net: centsToDecimal(cents(gross - fees)),
    adjustments: centsToDecimal(adjustments),
    carried: '0.00',
    due: centsToDecimal(due),
    received: '0.00',
    outstanding: centsToDecimal(due),
    inFlight: {
      count: Number(document['inFlightCount'] ?? 0),
      amount: centsToDecimal(of('inFlightCents')),
    },
  };
};
