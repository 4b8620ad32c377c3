import { cents, centsToDecimal } from '#kernel/money.js';
import type { Line } from '../settlement-periods/line.js';

type Shown = Omit<Line, 'type' | 'grossCents' | 'feeCents' | 'dueCents'> & {
  readonly type: string;
  readonly grossCents: bigint;
  readonly feeCents: bigint;
  readonly dueCents: bigint;
};

/** One line of a statement as partners see it. The fields have the order of the CSV columns. */
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
  due: centsToDecimal(cents(line.dueCents)),
});

export type LineView = ReturnType<typeof lineView>;
