import { ownValue } from '#kernel/own-value.js';
import { Refused } from '#kernel/refused.js';
import { cents, centsToDecimal } from '#kernel/money.js';
import { PARTNER, type Row } from '#kernel/projection/table.js';
import {
  type PeriodRow,
  accountTable,
  lineTable,
  periodTable,
  sumTable,
} from '#settlement/settlement-periods/settlement.tables.js';
import { type Difference, differenceOf } from '../reconciliation/difference.js';
import type { Comparison, Matched } from './comparison.js';
import {
  type PartnerRows,
  type TableRow,
  foldPartner,
  isOfPeriod,
  readServed,
  rowKey,
  sumKey,
} from './partner-rows.js';

/** Folds the changed partners from the log again, and compares the rows that partners see. */
export const matchReadModels = async (comparison: Comparison): Promise<Matched> => {
  const [differences, subjects]: [Difference[], string[]] = [[], []];
  let notCompared = 0;
  for (const partnerId of comparison.scope.partners)
    try {
      const matched = await matchPartner(comparison, partnerId);
      differences.push(...matched.differences);
      subjects.push(...matched.subjects);
      notCompared += matched.notCompared;
    } catch (error) {
      // The read models are unavailable or rebuilt. The broker is compared nevertheless.
      if (!(error instanceof Refused)) throw error;
      notCompared++;
    }
  return { differences, subjects, notCompared };
};

const matchPartner = async (comparison: Comparison, partnerId: string) => {
  const { logUntil } = comparison.scope;
  const served = await readServed(comparison, partnerId);
  const { position, tooLong } = served;
  const all = await foldPartner(comparison, partnerId, served);
  const missing = [...all.values()].filter(
    ({ table, row }) => table === periodTable && !served.periodIds.has(String(row['id'])),
  );
  const isCompared = (each: TableRow) =>
    !OF_PERIODS.includes(each.table) ||
    missing.includes(each) ||
    served.periods.some((period) => isOfPeriod(period, each));
  const rows = new Map([...all].filter(([, each]) => isCompared(each)));
  const periods = [...served.periods, ...missing.map(({ row }) => row as PeriodRow)];
  const differences = [...new Set([...rows.keys(), ...served.rows.keys()])].flatMap((key) => {
    const [here, there] = [rows.get(key), served.rows.get(key)];
    const texts = differingFields(here?.row, there?.row);
    return texts.map((text) => describe(partnerId, periods, (here ?? there)!, text));
  });
  return {
    differences: [...differences, ...wrongClosings(partnerId, rows)],
    subjects: [`partner/${partnerId}`, ...periods.map(({ id }) => `period/${id}`)],
    notCompared: tooLong + (logUntil !== null && position < logUntil ? 1 : 0),
  };
};

const OF_PERIODS: readonly unknown[] = [periodTable, sumTable, lineTable];

/** Sums over deposits without an outcome, which no period contains. */
const NOT_COMPARED = [PARTNER, 'ordinal', 'inFlightCount', 'inFlightCents'];

const differingFields = (here: Row | undefined, there: Row | undefined): readonly string[] => {
  if (here === undefined) return ['in the read model, not in the log'];
  if (there === undefined) return ['in the log, not in the read model'];
  const differs = (field: string) => ownValue(here, field) !== ownValue(there, field);
  const fields = Object.keys(here).filter((field) => !NOT_COMPARED.includes(field));
  return fields.filter(differs).map((field) => both(field, here, there, 'in the read model'));
};

/** Shows amounts in dollars. */
const both = (field: string, here: Row, there: Row, where: string): string => {
  const name = field.replace(/Cents$/, '');
  return `${name}: ${text(here, field)} in the log, ${text(there, field)} ${where}`;
};

const text = (row: Row, field: string): string => {
  const value = ownValue(row, field);
  const isAmount = typeof value === 'bigint' && field.endsWith('Cents');
  return isAmount ? centsToDecimal(cents(value)) : `${value ?? 'nothing'}`;
};

const describe = (
  partnerId: string,
  periods: readonly PeriodRow[],
  each: TableRow,
  what: string,
): Difference => {
  const { table, row } = each;
  const period = periods.find((one) => isOfPeriod(one, each));
  const about = { partnerId, settlementId: period?.id ?? null };
  const id = String(row['transactionId'] ?? row['id'] ?? '');
  if (table === lineTable) {
    const subject = row['journalId'] === null ? { orderId: id } : { depositId: id };
    const line = { kind: 'period_total', ...about, ...subject } as const;
    return differenceOf({ ...line, what: `${text(row, 'type')} ${id} ${what}` });
  }
  if (OF_PERIODS.includes(table)) {
    const name = `period ${period?.number ?? ''}`;
    return differenceOf({ kind: 'period_total', ...about, what: `${name} ${what}` });
  }
  const name = table === accountTable ? 'partner' : `deposit ${id}`;
  return differenceOf({ kind: 'read_model_digest', partnerId, what: `${name} ${what}` });
};

const SUMS = Object.keys(sumTable.columns).filter(
  (name) => name !== 'period' && name !== 'adjustmentCount',
);

/** Compares the totals of each closed period with the lines of the log. */
const wrongClosings = (partnerId: string, rows: PartnerRows): readonly Difference[] =>
  [...rows.values()].flatMap(({ table, row }) => {
    if (table !== periodTable || row['closedAt'] === null) return [];
    const sums = rows.get(rowKey(sumTable, { period: sumKey(row as PeriodRow) }))?.row ?? {};
    const differs = SUMS.filter((name) => ownValue(row, name) !== (ownValue(sums, name) ?? 0n));
    const about = { kind: 'period_total', partnerId, settlementId: String(row['id']) } as const;
    return differs.map((name) => {
      const texts = both(name, sums, row, 'at its closing');
      return differenceOf({ ...about, what: `period ${text(row, 'number')} ${texts}` });
    });
  });
