import type { Schemas } from '../../api/client.js';

type Line = Pick<Schemas['ImportedLine'], 'outcome' | 'amount'>;

/** Returns the number and the total amount of the lines with this outcome, as decimal text. */
export const sumOf = (lines: readonly Line[], outcome: Line['outcome']) => {
  const counted = lines.filter((line) => line.outcome === outcome);
  const cents = counted.reduce((sum, { amount }) => sum + centsOf(amount), 0n);
  const digits = String(cents).padStart(3, '0');
  return { count: counted.length, amount: `${digits.slice(0, -2)}.${digits.slice(-2)}` };
};

const centsOf = (amount: string): bigint => BigInt(amount.replace('.', ''));
