import type { Rows } from '#platform/read-store/rows.js';
import type { From } from '#platform/read-store/table-reader.js';
import { NO_SUMS, type PeriodSums, withLine } from '../book/period-sums.js';
import { lineIn, lineTable } from '../settlement-periods/settlement.tables.js';
import type { PeriodPlace } from './period-place.js';

const LINES_AT_ONCE = 500;

export type ServedLines = {
  readonly sums: PeriodSums;
  readonly depositIds: ReadonlySet<string>;
};

/**
 * What the lines of a period that is cut off add up to, one portion after the other, and its deposits.
 * @throws {Refused} 503 while the read model is made or away.
 */
export const sumsOfServedLines = async (
  rows: Pick<Rows, 'snapshot'>,
  place: PeriodPlace,
): Promise<ServedLines> => {
  const depositIds = new Set<string>();
  let sums = NO_SUMS;
  for (let from = place.after; ;) {
    const lines = await rows.snapshot((read) => portion(read, place, from));
    for (const line of lines) {
      sums = withLine(sums, lineIn(line));
      if (line.type === 'deposit') depositIds.add(line.transactionId);
    }
    const last = lines.at(-1);
    if (last === undefined || lines.length < LINES_AT_ONCE) return { sums, depositIds };
    from = last.position + 1n;
  }
};

const portion = (read: From, { partnerId, cutOff }: PeriodPlace, from: bigint) =>
  read(lineTable).find(partnerId, {
    atLeast: { position: from },
    below: { position: cutOff },
    orderBy: 'position',
    limit: LINES_AT_ONCE,
  });
