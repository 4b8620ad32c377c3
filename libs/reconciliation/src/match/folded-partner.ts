import { ownValue } from '#kernel/own-value.js';
import { parsePartnerEvent } from '#auth/partner/partner.events.js';
import { parseDepositEvent } from '#funding/deposit/deposit.events.js';
import { userDeposits } from '#funding/user-deposits/user-deposits.projection.js';
import { type EventLog, type RecordedEvent, unopened } from '#kernel/event-store/event-log.js';
import { categoryOf } from '#kernel/event-store/stream.js';
import { parseOrderEvent } from '#orders/order/order.events.js';
import { type RowChange, changedRow } from '#kernel/projection/row-change.js';
import type { Row, Table } from '#kernel/projection/table.js';
import { parseLedgerEvent } from '#settlement/ledger/ledger.events.js';
import { settlementPeriods } from '#settlement/settlement-periods/settlement-periods.projection.js';
import { eachOf, unreadableEvent } from '../import/logged-records.js';
import type { Difference } from '../reconciliation/difference.js';

export type TableRow = { readonly table: Table; readonly row: Row };

/** Rows of one partner by table and key. */
export type PartnerRows = ReadonlyMap<string, TableRow>;

type Wanted = {
  readonly partnerId: string;
  readonly depositIds: Iterable<string>;
  readonly orderIds: Iterable<string>;
  /** Log position of the last event. */
  readonly until: bigint;
  /** By stream; unreadable events are added. */
  readonly unreadable: Map<string, Difference>;
};

/** Folds the rows of a partner, of `depositIds` and of `orderIds`. Skips unreadable events. */
export const foldPartner = async (
  log: EventLog,
  { partnerId, depositIds, orderIds, until, unreadable }: Wanted,
): Promise<PartnerRows> => {
  const ids = [
    ...[...depositIds].map((id) => `deposit-${id}`),
    ...[...orderIds].map((id) => `order-${id}`),
  ];
  const streams = [`partner-${partnerId}`, `settlement-${partnerId}`, ...ids];
  const read = await eachOf(streams, (stream) => unopened(log).read(stream));
  const events = read.flat().filter(({ position }) => position <= until);
  const rows = new Map<string, TableRow>();
  for (const event of events.toSorted((a, b) => (a.position < b.position ? -1 : 1)))
    for (const change of changesOf(event, unreadable)) {
      const { table } = change;
      const key = rowKey(table, change.op === 'insert' ? change.row : change.key);
      const before = rows.get(key)?.row;
      const row = changedRow(before === undefined ? null : { ...before }, change, partnerId);
      rows.delete(key);
      if (row !== null) rows.set(rowKey(table, row), { table, row });
    }
  return rows;
};

const changesOf = (
  event: RecordedEvent,
  unreadable: Wanted['unreadable'],
): readonly RowChange[] => {
  const { stream, type, data } = event;
  try {
    switch (categoryOf(stream)) {
      case 'partner':
        return settlementPeriods.project(parsePartnerEvent(type, data), event);
      case 'settlement':
        return settlementPeriods.project(parseLedgerEvent(type, data), event);
      case 'order':
        return settlementPeriods.project(parseOrderEvent(type, data), event);
      default: {
        const parsed = parseDepositEvent(type, data);
        const lines = settlementPeriods.project(parsed, event);
        return [...lines, ...userDeposits.project(parsed, event)];
      }
    }
  } catch {
    unreadable.set(stream, unreadable.get(stream) ?? unreadableEvent(event));
    return [];
  }
};

export const rowKey = (table: Table, row: Row): string =>
  JSON.stringify([table.name, ...table.key.map((name) => `${ownValue(row, name)}`)]);
