import { createHash } from 'node:crypto';
import { type Cents, cents } from '#platform/core/money.js';

/** One line of a statement. An adjustment holds its deposit's amounts negated. */
export type Line = {
  readonly type: 'deposit' | 'adjustment';
  readonly transactionId: string;
  readonly userId: string;
  readonly grossCents: Cents;
  readonly feeCents: Cents;
  /** ISO 8601: when the credit was made, or taken back. */
  readonly completedAt: string;
  readonly journalId: string;
};

/** A deposit has at most one line of each type, in different periods or the same. */
export const lineId = ({ type, transactionId }: Pick<Line, 'type' | 'transactionId'>): string =>
  type === 'deposit' ? transactionId : `${transactionId}-adjustment`;

type Reversible = Omit<Line, 'type'>;

export const depositLine = (line: Reversible): Line => ({ type: 'deposit', ...line });

export const adjustmentLine = ({ grossCents, feeCents, ...line }: Reversible): Line => ({
  type: 'adjustment',
  ...line,
  grossCents: cents(-grossCents),
  feeCents: cents(-feeCents),
});

/** So that the sum over two thousand million lines fits into 64 bits. */
const DIGEST_BYTES = 4;

/** A number for a line; their sum tells periods apart whose totals agree and whose lines do not. */
export const digestOf = (line: Line): bigint => {
  const { type, transactionId, userId, grossCents, feeCents, completedAt, journalId } = line;
  const amounts = [`${grossCents}`, `${feeCents}`];
  const text = JSON.stringify([type, transactionId, userId, ...amounts, completedAt, journalId]);
  const hash = createHash('sha256').update(text).digest();
  return BigInt(hash.readUIntBE(0, DIGEST_BYTES));
};
