import { z } from 'zod';
import { cents, centsToDecimal } from '#platform/core/money.js';
import { count, pageMetadata, usdText, utcTime, uuid, word } from '#platform/http/answers.js';
import type { Document } from '#platform/read-models/documents.js';

const STATUSES = ['open', 'closed', 'overdue', 'settled'] as const;

export const settlement = z
  .strictObject({
    id: uuid('The id of the period.'),
    partnerId: uuid('You.'),
    status: word(
      '`open`; `closed` when its totals are fixed; `overdue` when they are not paid in time; `settled` when nothing is outstanding.',
      STATUSES,
    ),
    opensAt: utcTime('When the period began.'),
    cutOffAt: utcTime('When it is to end; once closed, when it ended.').nullable(),
    closedAt: utcTime('When its totals were fixed, null until then.').nullable(),
    dueAt: utcTime('When your transfer is due.').nullable(),
    count: count('Deposits completed in the period.', 3),
    gross: usdText('Their amounts.', '750.00'),
    fees: usdText('Their fees.', '4.50'),
    net: usdText('What the users were credited.', '745.50'),
    adjustments: usdText('Deposits taken back: negative.', '-100.00'),
    carried: usdText('Credit of yours that was used.', '0.00'),
    due: usdText('gross plus adjustments.', '650.00'),
    received: usdText('Your transfers for this period.', '0.00'),
    outstanding: usdText('due less carried less received.', '650.00'),
    inFlight: z
      .strictObject({
        count: count('Deposits accepted and not yet decided.', 1),
        amount: usdText('Their amounts, before fees.', '50.00'),
      })
      .meta({ description: 'What may still come into the open period.' }),
  })
  .meta({ id: 'Settlement', description: 'One period of your account with the operator.' });

export const settlementList = z
  .strictObject({
    settlements: z.array(settlement).meta({ description: 'Newest first.' }),
    metadata: pageMetadata,
  })
  .meta({ id: 'SettlementList', description: 'One page of periods.' });

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
