import { createHash } from 'node:crypto';
import type { RecordedEvent } from '#platform/event-store/event-log.js';
import type { RegisteredModel } from '#platform/read-store/read-model.js';
import type { RowChange } from '#platform/read-store/row-change.js';
import {
  type Table,
  defineTable,
  integer,
  orNull,
  text,
  time,
  uuid,
} from '#platform/read-store/table.js';

/** Numbered and counted, named by a UUID alone, with a column of each type. */
export const orders = defineTable('orders', {
  columns: {
    id: uuid,
    userId: orNull(uuid),
    status: text,
    note: orNull(text),
    amountCents: integer,
    feeCents: orNull(integer),
    placedAt: time,
    doneAt: orNull(time),
  },
  key: ['id'],
  isNumbered: true,
  countedBy: 'status',
  indexes: [['status', 'ordinal'], ['userId']],
});

/** Rows are made by adding to them. */
export const daySums = defineTable('daySums', {
  columns: { day: text, orders: integer, amountCents: integer, feeCents: orNull(integer) },
  key: ['day'],
});

/** Rows are replaced, removed, and get other keys. */
export const labels = defineTable('labels', {
  columns: { kind: text, name: text, userId: uuid, note: orNull(text) },
  key: ['kind', 'name'],
});

/** Named by a UUID alone, and replaced. */
export const profiles = defineTable('profiles', {
  columns: { id: uuid, name: text, seenAt: orNull(time) },
  key: ['id'],
});

export const TABLES: readonly Table[] = [orders, daySums, labels, profiles];

/** A change as events hold it: the table by its name, integers as text. */
export type Told = {
  readonly op: RowChange['op'];
  readonly table: string;
  readonly [part: string]: unknown;
};

/** Events say themselves what they change. */
export const sample = ({
  name = 'sample',
  version = 1,
  tables = TABLES,
}: Partial<Pick<RegisteredModel, 'name' | 'version' | 'tables'>> = {}): RegisteredModel => ({
  ...{ name, version, tables, audit: null },
  categories: new Set(['sample']),
  changesOf: ({ type, data }) => {
    if (type !== 'Changed') throw new Error(`${type} cannot be read`);
    return (data as readonly Told[]).flatMap((told) => {
      const table = tables.find((each) => each.name === told.table);
      return table === undefined ? [] : [changeOf(told, table)];
    });
  },
});

const changeOf = (told: Told, table: Table): RowChange => {
  const parts = ['row', 'key', 'set', 'by'].flatMap((part) => {
    const values = told[part] as Readonly<Record<string, string | null>> | undefined;
    if (values === undefined) return [];
    const read = Object.entries(values).map(([name, value]) => [
      name,
      table.columns[name]?.type === 'integer' && value !== null ? BigInt(value) : value,
    ]);
    return [[part, Object.fromEntries(read)]];
  });
  return { op: told.op, table, ...Object.fromEntries(parts) } as RowChange;
};

/** The same UUID for the same word. */
export const idOf = (word: string): string => {
  const hex = createHash('md5').update(word).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return [...parts, hex.slice(20)].join('-');
};

export const PARTNER = idOf('partner');
export const OTHER = idOf('other partner');
export const AT = '2026-03-01T12:00:00.000Z';

/** A log's events, each with what it changes. */
export const eventsOf = (
  changed: readonly (readonly Told[])[],
  { partnerId = PARTNER, from = 1n, log = 'a' } = {},
): readonly RecordedEvent[] =>
  changed.map((data, index) => eventAt(from + BigInt(index), { data, partnerId, log }));

type Details = { data: unknown; partnerId?: string; type?: string; log?: string };

export const eventAt = (
  position: bigint,
  { data, partnerId = PARTNER, type = 'Changed', log = 'a' }: Details,
): RecordedEvent => ({
  id: idOf(`${log} ${position}`),
  ...{ type, data, position },
  stream: `sample-${position}`,
  revision: 0n,
  metadata: { partnerId, correlationId: '', causationId: '', actor: 'tests', at: AT },
});

export const placed = (word: string, more: Readonly<Record<string, unknown>> = {}): Told => ({
  op: 'insert',
  table: 'orders',
  row: {
    ...{ id: idOf(word), userId: idOf('user'), status: 'new', note: null, amountCents: '1000' },
    ...{ feeCents: null, placedAt: AT, doneAt: null },
    ...more,
  },
});

export const changed = (word: string, set: Readonly<Record<string, unknown>>): Told => ({
  op: 'update',
  table: 'orders',
  key: { id: idOf(word) },
  set,
});

export const summed = (day: string, by: Readonly<Record<string, string>>): Told => ({
  op: 'add',
  table: 'daySums',
  key: { day },
  by,
});

export const labelled = (name: string, more: Readonly<Record<string, unknown>> = {}): Told => ({
  op: 'insert',
  table: 'labels',
  row: { kind: 'plain', name, userId: idOf('user'), note: null, ...more },
});
