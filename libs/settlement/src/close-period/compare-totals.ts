import { centsToDecimal } from '#platform/core/money.js';
import type { Totals } from '../book/period.decide.js';

/**
 * In which of its totals a period differs from what the log adds up to; empty when in none. `where`:
 * what was compared, as in "in the read model". Pure.
 */
export const differencesFrom = (logged: Totals, shown: Totals, where: string): readonly string[] =>
  FIELDS.filter(([field]) => logged[field] !== shown[field]).map(([field, name]) => {
    const [log, other] = [textOf(logged[field]), textOf(shown[field])];
    return `${name} ${log} in the log, ${other} ${where}`;
  });

const FIELDS = [
  ['count', 'count'],
  ['grossCents', 'gross'],
  ['feeCents', 'fees'],
  ['adjustmentCount', 'count of adjustments'],
  ['adjustmentCents', 'adjustments'],
  ['linesDigest', 'digest of the lines'],
  ['position', 'place of the cut-off'],
] as const satisfies readonly (readonly [keyof Totals, string])[];

/** Amounts as decimals, the rest as it is. */
const textOf = (value: Totals[keyof Totals]): string =>
  typeof value === 'bigint' ? centsToDecimal(value) : `${value}`;
