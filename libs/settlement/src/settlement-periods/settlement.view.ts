import { type Cents, cents, centsToDecimal } from '#platform/core/money.js';
import type { Document } from '#platform/read-models/documents.js';
import { OPEN, linesOf } from './names.js';

/** What is read of one period: the period itself, and for one not closed its sums so far. */
export type PeriodDocuments = {
  readonly period: Document;
  readonly sums: Document | null;
  readonly flight: Document | null;
};

/** The document that holds the sums of a period that is not closed yet; null once it is. */
export const sumsDocOf = (period: Document): string | null => {
  if (period['closedAt'] !== undefined) return null;
  return isCutOff(period) ? linesOf(period['id'] ?? '') : OPEN;
};

export const isCutOff = (period: Document): boolean => period['cutPosition'] !== undefined;

/** A period as partners and finance staff see it; amounts are decimal text. */
export const settlementView = ({ period, sums, flight }: PeriodDocuments) => {
  const closed = period['closedAt'] !== undefined;
  const totals = closed ? period : (sums ?? {});
  const gross = centsIn(totals, 'grossCents');
  const fees = centsIn(totals, 'feeCents');
  const adjustments = centsIn(totals, 'adjustmentCents');
  const due = cents(gross + adjustments);
  const carried = centsIn(period, 'carriedCents');
  const received = centsIn(period, 'receivedCents');
  const onItsWay = isCutOff(period) ? {} : (flight ?? {});
  return {
    id: period['id'],
    partnerId: period['partnerId'],
    status: period['status'],
    opensAt: period['opensAt'],
    cutOffAt: period['cutOffAt'],
    closedAt: period['closedAt'] ?? null,
    dueAt: period['dueAt'],
    count: Number(totals['count'] ?? 0),
    gross: centsToDecimal(gross),
    fees: centsToDecimal(fees),
    net: centsToDecimal(cents(gross - fees)),
    adjustments: centsToDecimal(adjustments),
    carried: centsToDecimal(carried),
    due: centsToDecimal(due),
    received: centsToDecimal(received),
    outstanding: centsToDecimal(cents(due - carried - received)),
    inFlight: {
      count: Number(onItsWay['count'] ?? 0),
      amount: centsToDecimal(centsIn(onItsWay, 'cents')),
    },
  };
};

export type SettlementView = ReturnType<typeof settlementView>;

const centsIn = (document: Document, field: string): Cents => cents(document[field] ?? '0');
