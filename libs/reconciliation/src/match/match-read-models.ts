import { ownValue } from '#kernel/own-value.js';
import { depositTable } from '#funding/user-deposits/user-deposits.projection.js';
import { Refused } from '#kernel/refused.js';
import { cents, centsToDecimal } from '#kernel/money.js';
import { PARTNER, type Row } from '#kernel/projection/table.js';
import {
  OPEN,
  type PeriodRow,
  accountTable,
  lineTable,
  periodTable,
  sumTable,
} from '#settlement/settlement-periods/settlement.tables.js';
import { type Difference, differenceOf } from '../reconciliation/difference.js';
import type { Comparison, Matched } from './comparison.js';
import { type PartnerRows, type TableRow, foldPartner, rowKey } from './folded-partner.js';
import { type ServedPartner, readServed, sumKey } from './served-partner.js';

type MatchedModels = Matched & { readonly notCompared: number };

/** Folds the changed partners from the log again, and compares the rows that partners see. */
export const matchReadModels = async (comparison: Comparison): Promise<MatchedModels> => {
  const all: MatchedModels[] = [];
  for (const partnerId of comparison.scope.partners)
    try {
      all.push(await matchPartner(comparison, partnerId));
    } catch (error) {
      // The read models are unavailable or rebuilt. The broker is compared nevertheless.
      if (!(error instanceof Refused)) throw error;
      all.push({ differences: [], subjects: [], notCompared: 1 });
    }
  return {
    differences: all.flatMap(({ differences }) => differences),
    subjects: all.flatMap(({ subjects }) => subjects),
    notCompared: all.reduce((sum, each) => sum + each.notCompared, 0),
  };
};

const matchPartner = async (comparison: Comparison, partnerId: string): Promise<MatchedModels> => {
  const { scope, sources } = comparison;
  const served = await readServed(comparison, partnerId);
  const { position, depositIds, orderIds, tooLong } = served;
  const { unreadable } = comparison.logged;
  const about = { partnerId, depositIds, orderIds, until: position, unreadable };
  const all = await foldPartner(sources.log, about);
  const folded = [...all].filter(([, each]) => isCompared(served, each));
  const rows = new Map(folded);
  const keys = new Set([...rows.keys(), ...served.rows.keys()]);
  const periods = periodsIn(rows, served);
  const differences = [...keys].flatMap((key) => {
    const [here, there] = [rows.get(key), served.rows.get(key)];
    const texts = differingFields(here?.row, there?.row);
    return texts.map((text) => describe(partnerId, periods, (here ?? there)!, text));
  });
  const isBehind = scope.logUntil !== null && position < scope.logUntil;
  return {
    differences: [...differences, ...wrongClosings(partnerId, rows)],
    subjects: [`partner/${partnerId}`, ...periods.map(({ id }) => `period/${id}`)],
    notCompared: tooLong + (isBehind ? 1 : 0),
  };
};

/** Rows of the compared periods and deposits, and the credit. */
const isCompared = (served: ServedPartner, { table, row }: TableRow): boolean => {
  const { periods, periodIds } = served;
  switch (table.name) {
    case periodTable.name: {
      const isMissing = !periodIds.has(String(row['id']));
      return isMissing || periods.some(({ id }) => id === row['id']);
    }
    case sumTable.name:
      return periods.some((each) => sumKey(each) === row['period']);
    case lineTable.name:
      return periods.some((each) => isWithin(each, row['position'] as bigint));
    default:
      return table.name === accountTable.name || table.name === depositTable.name;
  }
};

const isWithin = ({ fromPosition, cutPosition }: PeriodRow, position: bigint): boolean =>
  position >= fromPosition && (cutPosition === null || position < cutPosition);

const periodsIn = (rows: PartnerRows, { periods }: ServedPartner): readonly PeriodRow[] => [
  ...periods,
  ...[...rows.values()].flatMap(({ table, row }) => {
    const isMissing = periods.every(({ id }) => id !== row['id']);
    return table.name === periodTable.name && isMissing ? [row as PeriodRow] : [];
  }),
];

/** Sums over deposits without an outcome, which no period contains. */
const NOT_COMPARED = [PARTNER, 'ordinal', 'inFlightCount', 'inFlightCents'];

const differingFields = (here: Row | undefined, there: Row | undefined): readonly string[] => {
  if (here === undefined) return ['in the read model, not in the log'];
  if (there === undefined) return ['in the log, not in the read model'];
  return Object.keys(here)
    .filter(
      (field) => !NOT_COMPARED.includes(field) && ownValue(here, field) !== ownValue(there, field),
    )
    .map((field) => both(field, here, there, 'in the read model'));
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
  { table, row }: TableRow,
  what: string,
): Difference => {
  const periodOf = (isIt: (period: PeriodRow) => boolean) => {
    const period = periods.find(isIt);
    return { settlementId: period?.id ?? null, name: `period ${period?.number ?? ''}` };
  };
  const depositId = String(row['transactionId'] ?? row['id'] ?? '');
  switch (table.name) {
    case periodTable.name:
    case sumTable.name: {
      const { settlementId, name } = periodOf((each) =>
        table.name === sumTable.name ? sumKey(each) === row['period'] : each.id === row['id'],
      );
      return differenceOf({
        kind: 'period_total',
        partnerId,
        settlementId,
        what: `${name} ${what}`,
      });
    }
    case lineTable.name: {
      const { settlementId } = periodOf((each) => isWithin(each, row['position'] as bigint));
      const id = row['journalId'] === null ? { orderId: depositId } : { depositId };
      const about = { kind: 'period_line', partnerId, settlementId, ...id } as const;
      return differenceOf({ ...about, what: `${text(row, 'type')} ${depositId} ${what}` });
    }
    default: {
      const name = table.name === accountTable.name ? 'partner' : `deposit ${depositId}`;
      return differenceOf({ kind: 'read_model_digest', partnerId, what: `${name} ${what}` });
    }
  }
};

const SUMS = [
  ...['count', 'grossCents', 'feeCents', 'adjustmentCents', 'linesDigest', 'dueCents'],
  ...['withdrawalCount', 'withdrawalGrossCents', 'withdrawalFeeCents'],
  ...['commissionCount', 'commissionCents'],
];

/** Compares the totals of each closed period with the lines of the log. */
const wrongClosings = (partnerId: string, rows: PartnerRows): readonly Difference[] =>
  [...rows.values()].flatMap(({ table, row }) => {
    if (table.name !== periodTable.name || row['closedAt'] === null) return [];
    const sums = rows.get(rowKey(sumTable, { period: row['id'] ?? OPEN }))?.row ?? {};
    const differs = SUMS.filter((name) => ownValue(row, name) !== (ownValue(sums, name) ?? 0n));
    const about = { kind: 'period_total', partnerId, settlementId: String(row['id']) } as const;
    return differs.map((name) => {
      const texts = both(name, sums, row, 'at its closing');
      return differenceOf({ ...about, what: `period ${text(row, 'number')} ${texts}` });
    });
  });
