import type { Audit, Filling } from '#platform/read-models/audit.js';
import { centsToDecimal } from '#platform/core/money.js';
import type { Document } from '#platform/read-models/documents.js';
import { checksumOf } from '../book/period.decide.js';
import { ALL, linesOf } from './names.js';
import { totalsOf } from './totals.js';

const PERIODS_AT_ONCE = 100;

/** Every closed period must have gathered again exactly the lines with which it was closed. */
export const auditClosed: Audit = async (filling) => {
  const faults: string[] = [];
  for (let offset = 0; ; offset += PERIODS_AT_ONCE) {
    const ids = await filling.members(ALL, offset, PERIODS_AT_ONCE);
    if (ids.length === 0) return faults;
    faults.push(...(await auditSome(filling, ids)));
  }
};

const auditSome = async (filling: Filling, ids: readonly string[]): Promise<readonly string[]> => {
  const found = await filling.documents(ids.flatMap((id) => [id, linesOf(id)]));
  return ids.flatMap((id, i) => {
    const [period, sums] = [found[2 * i] ?? {}, found[2 * i + 1] ?? {}];
    const { checksum } = period;
    if (checksum === undefined || checksum === checksumOf(id, totalsOf(period, sums))) return [];
    const fixed = `period ${id} was closed with ${told(period)}`;
    return [`${fixed}; filled again its lines have ${told(sums)}`];
  });
};

const told = (totals: Document): string => {
  const { count, grossCents, feeCents, adjustmentCents, linesDigest } = totalsOf({}, totals);
  const amounts = [grossCents, feeCents, adjustmentCents].map(centsToDecimal);
  const names = ['gross', 'fees', 'adjustments'].map((name, i) => `${name} ${amounts[i]}`);
  return [`count ${count}`, ...names, `digest ${linesDigest}`].join(', ');
};
