import { expect } from '@jest/globals';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { type Decision, type DomainEvent, type Stream, fold } from '#kernel/event-store/stream.js';
import { Refused } from '#kernel/refused.js';
import type { Projection } from '#read-models/projection.js';
import { type RowChange, changedRow } from '#kernel/projection/row-change.js';
import type { OwnRows } from '#read-models/rows.js';
import type { Columns, ReadRow, Row, Table } from '#kernel/projection/table.js';

/** Tests one outcome: `given(history).when(decision).then(events)`. */
export const given = <State, Event extends DomainEvent>(
  stream: Stream<State, Event>,
  ...history: Event[]
) => {
  const state = fold(stream, history);
  return {
    state,
    when: (decide: Decision<State, Event>) => ({
      then: (...expected: Event[]) => expect(decide(state)).toEqual(expected),
      thenTypes: (...types: string[]) =>
        expect(decide(state).map(({ type }) => type)).toEqual(types),
      thenNothing: () => expect(decide(state)).toEqual([]),
      thenRefused: (code: string) => {
        expect(() => decide(state)).toThrow(Refused);
        expect(() => decide(state)).toThrow(expect.objectContaining({ code }));
      },
    }),
  };
};

type Rows = Readonly<Record<string, readonly Row[]>>;

/**
 * Returns the rows of a read model after these events of one partner, by table, without a database.
 * Tests of the read store use it as a reference. The events have the positions 1, 2, 3 …
 */
export const rowsAfter = <Event extends DomainEvent>(
  { tables: own, project }: Pick<Projection<Event>, 'tables' | 'project'>,
  ...events: readonly Event[]
): Rows => {
  const tables = new Map<string, Row[]>();
  events.forEach((event, i) => {
    const metadata = { partnerId: 'p-1' };
    const place = { position: BigInt(i + 1), revision: BigInt(i), stream: 'example-1', metadata };
    const recorded = { ...event, ...place } as unknown as RecordedEvent;
    for (const change of project(event, recorded)) {
      expect(own).toContain(change.table);
      applyRow(tables, change, 'p-1');
    }
  });
  return Object.fromEntries(tables);
};

/** Returns the only row of a table after these events, or undefined for an empty table. */
export const rowAfter = <Event extends DomainEvent, Of extends Columns>(
  { table, project }: Pick<OwnRows<Event, Of>, 'table' | 'project'>,
  ...events: readonly Event[]
): ReadRow<Of> | undefined => {
  const [row, ...others] = rowsAfter({ tables: [table], project }, ...events)[table.name] ?? [];
  expect(others).toEqual([]);
  return row as ReadRow<Of> | undefined;
};

const namesOf = ({ columns }: Table) => Object.keys(columns).sort();

/** Applies the changes one by one. */
const applyRow = (tables: Map<string, Row[]>, change: RowChange, partnerId: string): void => {
  const { table } = change;
  const rows = tables.get(table.name) ?? [];
  tables.set(table.name, rows);
  if (change.op === 'insert') expect(Object.keys(change.row).sort()).toEqual(namesOf(table));
  const key = change.op === 'insert' ? change.row : change.key;
  const place = rows.findIndex(
    (row) => row['partnerId'] === partnerId && table.key.every((name) => row[name] === key[name]),
  );
  const row = changedRow(place === -1 ? null : { ...rows[place] }, change, partnerId);
  rows.splice(place === -1 ? rows.length : place, 1, ...(row === null ? [] : [row]));
};
