import { depositTable } from '#funding/user-deposits/user-deposits.projection.js';
import type { Row, Table } from '#kernel/projection/table.js';
import {
  OPEN,
  type PeriodRow,
  accountTable,
  lineTable,
  periodTable,
  sumTable,
} from '#settlement/settlement-periods/settlement.tables.js';
import type { Logged } from '../import/logged-records.js';
import type { Comparison } from './comparison.js';
import { type PartnerRows, type TableRow, rowKey } from './folded-partner.js';

/** The compared rows of a partner, in one snapshot. */
export type ServedPartner = {
  /** The rows contain exactly the partner's events up to this log position. */
  readonly position: bigint;
  readonly rows: PartnerRows;
  /** Periods of the comparison, and ids of all periods. */
  readonly periods: readonly PeriodRow[];
  readonly periodIds: ReadonlySet<string>;
  readonly depositIds: ReadonlySet<string>;
  /** Orders with a commission. */
  readonly orderIds: ReadonlySet<string>;
  /** Number of periods with too many lines. */
  readonly tooLong: number;
};

/**
 * Reads the periods of the window with their sums, their lines, and the deposits of these lines.
 * @throws {Refused} 503 while the read models are unavailable
 */
export const readServed = (
  { sources, scope, window, logged }: Comparison,
  partnerId: string,
): Promise<ServedPartner> =>
  sources.rows.snapshot(async (from, positionOf) => {
    const rows = new Map<string, TableRow>();
    const add = (table: Table, row: Row) => rows.set(rowKey(table, row), { table, row });
    const all = await from(periodTable).find(partnerId, {});
    const sums = await from(sumTable).find(partnerId, {});
    const linesOf = (period: PeriodRow) => {
      const one = sums.find((each) => each.period === sumKey(period));
      if (one === undefined) return 0n;
      const { count, adjustmentCount, withdrawalCount, commissionCount } = one;
      return count + adjustmentCount + withdrawalCount + commissionCount;
    };
    const touched = all.filter(({ id, cutPosition }) => {
      const isAfter = cutPosition === null || cutPosition > (window.logFrom ?? -1n);
      return isAfter || scope.periods.has(id);
    });
    const periods = touched.filter((each) => linesOf(each) <= window.linesMax);
    const keys = new Set(periods.map(sumKey));
    for (const each of periods) add(periodTable, each);
    for (const each of sums) if (keys.has(each.period)) add(sumTable, each);
    for (const each of await from(accountTable).find(partnerId, {})) add(accountTable, each);
    const changed = <State extends { readonly partnerId: string }>(
      known: ReadonlyMap<string, Logged<State>>,
      ids: ReadonlySet<string>,
    ) => [...ids].filter((id) => known.get(id)?.state.partnerId === partnerId);
    const depositIds = new Set(changed(logged.deposits, scope.deposits));
    const orderIds = new Set(changed(logged.orders, scope.orders));
    for (const { fromPosition, cutPosition } of periods) {
      const below = cutPosition === null ? {} : { position: cutPosition };
      const range = { atLeast: { position: fromPosition }, below };
      for (const line of await from(lineTable).find(partnerId, range)) {
        add(lineTable, line);
        (line.journalId === null ? orderIds : depositIds).add(line.transactionId);
      }
    }
    for (const each of await from(depositTable).withKeys(partnerId, 'id', [...depositIds]))
      add(depositTable, each);
    const periodIds = new Set(all.map(({ id }) => id));
    const tooLong = touched.length - periods.length;
    const position = await positionOf(partnerId);
    return { position, rows, periods, periodIds, depositIds, orderIds, tooLong };
  });

export const sumKey = ({ id, cutPosition }: Pick<PeriodRow, 'id' | 'cutPosition'>): string =>
  cutPosition === null ? OPEN : id;
