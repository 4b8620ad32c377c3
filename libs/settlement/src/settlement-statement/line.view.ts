import { cents, centsToDecimal } from '#platform/core/money.js';
import type { Line } from '../settlement-periods/line.js';

type Shown = Omit<Line, 'type' | 'grossCents' | 'feeCents'> & {
  readonly type: string;
  readonly grossCents: bigint;
  readonly feeCents: bigint;
};

/** One line of a statement as partners see it, its fields in the order of the CSV's columns. */
export const lineView = (line: Shown, externalId: string) => ({
  type: line.type,
  transactionId: line.transactionId,
  externalId,
  userId: line.userId,
  gross: centsToDecimal(cents(line.grossCents)),
  fee: centsToDecimal(cents(line.feeCents)),
  net: centsToDecimal(cents(line.grossCents - line.feeCents)),
  completedAt: line.completedAt,
  journalId: line.journalId,
});

export type LineView = ReturnType<typeof lineView>;
