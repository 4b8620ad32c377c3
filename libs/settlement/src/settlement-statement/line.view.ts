import { type Cents, cents, centsToDecimal } from '#platform/core/money.js';
import type { Document } from '#platform/read-models/documents.js';

/** One line of a statement as partners see it, its fields in the order of the CSV's columns. */
export const lineView = (line: Document, externalId: string) => {
  const gross = centsIn(line, 'grossCents');
  const fee = centsIn(line, 'feeCents');
  return {
    type: line['type'] ?? '',
    transactionId: line['transactionId'] ?? '',
    externalId,
    userId: line['userId'] ?? '',
    gross: centsToDecimal(gross),
    fee: centsToDecimal(fee),
    net: centsToDecimal(cents(gross - fee)),
    completedAt: line['completedAt'] ?? '',
    journalId: line['journalId'] ?? '',
  };
};

export type LineView = ReturnType<typeof lineView>;

const centsIn = (document: Document, field: string): Cents => cents(document[field] ?? '0');
