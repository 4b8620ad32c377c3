import { cents, centsToNumber } from '#platform/core/money.js';
import type { Document } from '#platform/read-models/documents.js';

/** The funding transaction of the interface. */
export const depositView = (document: Document) => {
  const amount = cents(document['amountCents'] ?? '0');
  const fee = cents(document['feeCents'] ?? '0');
  return {
    id: document['id'],
    userId: document['userId'],
    direction: 'DEPOSIT',
    amount: centsToNumber(amount),
    fee: centsToNumber(fee),
    netAmount: centsToNumber(cents(amount - fee)),
    partnerId: document['partnerId'],
    externalId: document['externalId'],
    status: document['status'],
    statusReason: document['statusReason'] ?? '',
    createdAt: document['createdAt'],
    updatedAt: document['updatedAt'],
    completedAt: document['completedAt'] ?? null,
  };
};
