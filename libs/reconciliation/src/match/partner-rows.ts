import { registeredDeposits } from '#funding/funding.projector.js';
import { depositTable } from '#funding/user-deposits/user-deposits.projection.js';
import { eachOf } from '#kernel/concurrency/each-of.js';
import { unopened } from '#kernel/event-store/event-log.js';
import { ownValue } from '#kernel/own-value.js';
import { changedRow } from '#kernel/projection/row-change.js';
import type { Row, Table } from '#kernel/projection/table.js';
import { registeredPeriods } from '#settlement/settlement.projector.js';
import {
  OPEN,
  type PeriodRow,
  accountTable,
  lineTable,
  periodTable,
  sumTable,
} from '#settlement/settlement-periods/settlement.tables.js';
import { unreadableEvent } from '../import/logged-records.js';
import type { Comparison } from './comparison.js';

export type TableRow = { readonly table: Table; readonly row: Row };

/** Rows of one partner by table and key. */
export type PartnerRows = ReadonlyMap<string, TableRow>;

/** The compared rows of a partner, in one snapshot. */
export type ServedPartner = {
  /** The rows contain exactly the partner's events up to this log position. */
  readonly position: bigint;
  readonly rows: PartnerRows;
  /** Periods of the comparison, and ids of all periods. */
  readonly periods: readonly PeriodRow[];
  readonly periodIds: ReadonlySet<string>;
  /** Streams of the changed deposits and orders, and of those with a line. */
  readonly streams: ReadonlySet<string>;
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
    const add = (table: Table, all: readonly Row[]) => {
      for (const row of all) rows.set(rowKey(table, row), { table, row });
    };
    const all = await from(periodTable).find(partnerId, {});
    const sums = await from(sumTable).find(partnerId, {});
    const lineCounts = new Map(
      sums.map(({ period, count, adjustmentCount, withdrawalCount, commissionCount }) => [
        period,
        count + adjustmentCount + withdrawalCount + commissionCount,
      ]),
    );
    const touched = all.filter(({ id, cutPosition }) => {
      const isAfter = cutPosition === null || cutPosition > (window.logFrom ?? -1n);
      return isAfter || scope.periods.has(id);
    });
    const periods = touched.filter(
      (each) => (lineCounts.get(sumKey(each)) ?? 0n) <= window.linesMax,
    );
    add(periodTable, periods);
    add(
      sumTable,
      sums.filter(({ period }) => periods.some((each) => sumKey(each) === period)),
    );
    add(accountTable, await from(accountTable).find(partnerId, {}));
    const streams = new Set<string>();
    for (const [id, { state }] of logged.deposits)
      if (state.partnerId === partnerId) streams.add(`deposit-${id}`);
    for (const [id, { state }] of logged.orders)
      if (state.partnerId === partnerId) streams.add(`order-${id}`);
    for (const { fromPosition, cutPosition } of periods) {
      const below = cutPosition === null ? {} : { position: cutPosition };
      const range = { atLeast: { position: fromPosition }, below };
      const lines = await from(lineTable).find(partnerId, range);
      add(lineTable, lines);
      for (const { journalId, transactionId } of lines)
        streams.add(`${journalId === null ? 'order' : 'deposit'}-${transactionId}`);
    }
    const depositIds = [...streams].flatMap((each) => /^deposit-(.*)/.exec(each)?.[1] ?? []);
    add(depositTable, await from(depositTable).withKeys(partnerId, 'id', depositIds));
    const periodIds = new Set(all.map(({ id }) => id));
    const tooLong = touched.length - periods.length;
    return { position: await positionOf(partnerId), rows, periods, periodIds, streams, tooLong };
  });

/** Folds the same rows from the log, up to the position of the others. Skips unreadable events. */
export const foldPartner = async (
  { sources, logged: { unreadable } }: Comparison,
  partnerId: string,
  { streams, position }: ServedPartner,
): Promise<PartnerRows> => {
  const log = unopened(sources.log);
  const all = [`partner-${partnerId}`, `settlement-${partnerId}`, ...streams];
  const events = (await eachOf(all, (stream) => log.read(stream))).flat();
  const rows = new Map<string, TableRow>();
  for (const event of events.toSorted((a, b) => (a.position < b.position ? -1 : 1)))
    try {
      if (event.position > position) break;
      for (const change of MODELS.flatMap((each) => each.changesOf(event))) {
        const { table } = change;
        const key = rowKey(table, change.op === 'insert' ? change.row : change.key);
        const before = rows.get(key)?.row;
        const row = changedRow(before === undefined ? null : { ...before }, change, partnerId);
        rows.delete(key);
        if (row !== null) rows.set(rowKey(table, row), { table, row });
      }
    } catch {
      const { stream } = event;
      unreadable.set(stream, unreadable.get(stream) ?? unreadableEvent(event));
    }
  return rows;
};

const MODELS = [registeredPeriods, registeredDeposits];

export const rowKey = (table: Table, row: Row): string =>
  JSON.stringify([table.name, ...table.key.map((name) => `${ownValue(row, name)}`)]);

/** Key of the sums of a period. */
export const sumKey = ({ id, cutPosition }: Pick<PeriodRow, 'id' | 'cutPosition'>): string =>
  cutPosition === null ? OPEN : id;

/** Whether a row of periods, sums or lines belongs to a period. */
export const isOfPeriod = (period: PeriodRow, { table, row }: TableRow): boolean => {
  const { id, fromPosition, cutPosition } = period;
  if (table === sumTable) return row['period'] === sumKey(period);
  if (table !== lineTable) return row['id'] === id;
  const position = row['position'] as bigint;
  return position >= fromPosition && (cutPosition === null || position < cutPosition);
};
