import type { Rows } from '#read-models/rows.js';
import type { From } from '#read-models/table-reader.js';
import { NO_SUMS, type PeriodSums, withLine } from '../ledger/period-sums.js';
import { lineIn, lineTable } from '../settlement-periods/settlement.tables.js';
import type { PeriodRange } from './period-range.js';

const LINES_AT_ONCE = 500;

export type ActiveLines = {
  readonly sums: PeriodSums;
  readonly depositIds: ReadonlySet<string>;
};

/**
 * Adds up the lines of a period that was cut off, in portions, and collects its transactions.
 * @throws {Refused} 503 while the read model is rebuilt or unavailable.
 */
export const sumsOfActiveLines = async (
  rows: Pick<Rows, 'snapshot'>,
  range: PeriodRange,
): Promise<ActiveLines> => {
  const depositIds = new Set<string>();
  let sums = NO_SUMS;
  for (let from = range.after; ;) {
    const lines = await rows.snapshot((read) => portion(read, range, from));
    for (const line of lines) {
      sums = withLine(sums, lineIn(line));
      if (line.type === 'deposit' || line.type === 'withdrawal') depositIds.add(line.transactionId);
    }
    const last = lines.at(-1);
    if (last === undefined || lines.length < LINES_AT_ONCE) return { sums, depositIds };
    from = last.position + 1n;
  }
};

const portion = (read: From, { partnerId, cutOff }: PeriodRange, from: bigint) =>
  read(lineTable).find(partnerId, {
    atLeast: { position: from },
    below: { position: cutOff },
    orderBy: 'position',
    limit: LINES_AT_ONCE,
  });
