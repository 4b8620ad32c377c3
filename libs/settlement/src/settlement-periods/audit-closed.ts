import { cents, centsToDecimal } from '#platform/core/money.js';
import type { Audit } from '#platform/read-store/read-model.js';
import { checksumOf } from '../book/period.decide.js';
import { NO_SUMS, type PeriodSums, totalsOfSums } from '../book/period-sums.js';
import { type PeriodRow, periodTable, sumTable } from './settlement.tables.js';

const PERIODS_AT_ONCE = 500;

/** Every closed period must have gathered again exactly the lines with which it was closed. */
export const auditClosed: Audit = async (from) => {
  const faults: string[] = [];
  for await (const periods of from(periodTable).all(PERIODS_AT_ONCE)) {
    const closed = periods.filter(({ checksum }) => checksum !== '');
    const where = { period: closed.map(({ id }) => id) };
    const rows = closed.length === 0 ? [] : await from(sumTable).find(null, { where });
    const sums = new Map(rows.map((row) => [row.period, row]));
    for (const period of closed) faults.push(...audited(period, sums.get(period.id) ?? NO_SUMS));
  }
  return faults;
};

const audited = (period: PeriodRow, sums: PeriodSums): readonly string[] => {
  const { id, checksum, cutPosition } = period;
  if (checksum === checksumOf(id, totalsOfSums(sums, `${cutPosition ?? ''}`))) return [];
  const fixed = `period ${id} was closed with ${told(period)}`;
  return [`${fixed}; filled again its lines have ${told(sums)}`];
};

const told = ({
  count,
  grossCents,
  feeCents,
  adjustmentCents,
  linesDigest,
}: PeriodSums): string => {
  const amounts = [grossCents, feeCents, adjustmentCents].map((each) =>
    centsToDecimal(cents(each)),
  );
  const names = ['gross', 'fees', 'adjustments'].map((name, i) => `${name} ${amounts[i]}`);
  return [`count ${count}`, ...names, `digest ${linesDigest}`].join(', ');
};
