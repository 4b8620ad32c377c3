import { cents, centsToDecimal } from '#kernel/money.js';
import type { Audit } from '#read-models/projection.js';
import { checksumOf } from '../ledger/period.decide.js';
import { NO_SUMS, type PeriodSums, totalsOfSums } from '../ledger/period-sums.js';
import { type PeriodRow, periodTable, sumTable } from './settlement.tables.js';

const PERIODS_AT_ONCE = 500;

/** Checks that a rebuild gives every closed period exactly the lines with which it was closed. */
export const auditClosed: Audit = async (from) => {
  const errors: string[] = [];
  for await (const periods of from(periodTable).all(PERIODS_AT_ONCE)) {
    const closed = periods.filter(({ checksum }) => checksum !== '');
    const where = { period: closed.map(({ id }) => id) };
    const rows = closed.length === 0 ? [] : await from(sumTable).find(null, { where });
    const sums = new Map(rows.map((row) => [row.period, row]));
    for (const period of closed) errors.push(...audited(period, sums.get(period.id) ?? NO_SUMS));
  }
  return errors;
};

const audited = (period: PeriodRow, sums: PeriodSums): readonly string[] => {
  const { id, checksum, cutPosition } = period;
  if (checksum === checksumOf(id, totalsOfSums(sums, `${cutPosition ?? ''}`))) return [];
  const fixed = `period ${id} was closed with ${describeSums(period)}`;
  return [`${fixed}; in the rebuild its lines have ${describeSums(sums)}`];
};

const describeSums = ({
  count,
  grossCents,
  feeCents,
  adjustmentCents,
  dueCents,
  linesDigest,
}: PeriodSums): string => {
  const amounts = [grossCents, feeCents, adjustmentCents, dueCents].map((each) =>
    centsToDecimal(cents(each)),
  );
  const names = ['gross', 'fees', 'adjustments', 'due'].map((name, i) => `${name} ${amounts[i]}`);
  return [`count ${count}`, ...names, `digest ${linesDigest}`].join(', ');
};
