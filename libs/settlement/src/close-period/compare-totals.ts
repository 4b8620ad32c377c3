import { centsToDecimal } from '#kernel/money.js';
import type { Totals } from '../ledger/period.decide.js';

/**
 * Describes each total that differs from the total of the log. `where` names the compared side,
 * such as "in the read model". Pure.
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
  ['withdrawalCount', 'count of withdrawals'],
  ['withdrawalGrossCents', 'gross of withdrawals'],
  ['withdrawalFeeCents', 'fees of withdrawals'],
  ['commissionCount', 'count of commissions'],
  ['commissionCents', 'commissions'],
  ['dueCents', 'due'],
  ['linesDigest', 'digest of the lines'],
  ['position', 'position of the cut-off'],
] as const satisfies readonly (readonly [keyof Totals, string])[];

const textOf = (value: Totals[keyof Totals]): string =>
  typeof value === 'bigint' ? centsToDecimal(value) : `${value}`;
