import { createHash } from 'node:crypto';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import type { RegisteredProjection } from '#read-models/projection.js';
import type { RowChange } from '#kernel/projection/row-change.js';
import {
  type Table,
  defineTable,
  integer,
  orNull,
  text,
  time,
  uuid,
} from '#kernel/projection/table.js';

/** Numbered and counted, with a UUID as its key, and a column of each type. */
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

/** Rows are created by adding to them. */
export const daySums = defineTable('daySums', {
  columns: { day: text, orders: integer, amountCents: integer, feeCents: orNull(integer) },
  key: ['day'],
});

/** Rows are replaced, removed, and get other keys. */
export const labels = defineTable('labels', {
  columns: { kind: text, name: text, userId: uuid, note: orNull(text) },
  key: ['kind', 'name'],
});

/** The key is a UUID, and rows are replaced. */
export const profiles = defineTable('profiles', {
  columns: { id: uuid, name: text, seenAt: orNull(time) },
  key: ['id'],
});

/** Rows are inserted once. */
const facts = defineTable('facts', {
  columns: { number: integer, of: orNull(uuid), what: text },
  key: ['number'],
  isAppendOnly: true,
  indexes: [['of', 'number']],
});

export const TABLES: readonly Table[] = [orders, daySums, labels, profiles, facts];

/** A change in an event: the table by its name, integers as text. */
export type ChangeData = {
  readonly op: RowChange['op'];
  readonly table: string;
  readonly [part: string]: unknown;
};

/** The events contain their own changes. */
export const sample = ({
  name = 'sample',
  version = 1,
  tables = TABLES,
}: Partial<
  Pick<RegisteredProjection, 'name' | 'version' | 'tables'>
> = {}): RegisteredProjection => ({
  ...{ name, version, tables, audit: null },
  categories: new Set(['sample']),
  changesOf: ({ type, data }) => {
    if (type !== 'Changed') throw new Error(`${type} cannot be read`);
    return (data as readonly ChangeData[]).flatMap((given) => {
      const table = tables.find((each) => each.name === given.table);
      return table === undefined ? [] : [changeOf(given, table)];
    });
  },
});

const changeOf = (given: ChangeData, table: Table): RowChange => {
  const parts = ['row', 'key', 'set', 'by'].flatMap((part) => {
    const values = given[part] as Readonly<Record<string, string | null>> | undefined;
    if (values === undefined) return [];
    const read = Object.entries(values).map(([name, value]) => [
      name,
      table.columns[name]?.type === 'integer' && value !== null ? BigInt(value) : value,
    ]);
    return [[part, Object.fromEntries(read)]];
  });
  return { op: given.op, table, ...Object.fromEntries(parts) } as RowChange;
};

/** Returns the same UUID for the same word. */
export const idOf = (word: string): string => {
  const hex = createHash('md5').update(word).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)];
  return [...parts, hex.slice(20)].join('-');
};

export const PARTNER = idOf('partner');
export const OTHER = idOf('other partner');
export const AT = '2026-03-01T12:00:00.000Z';

/** Returns a log's events with their changes. */
export const eventsOf = (
  changed: readonly (readonly ChangeData[])[],
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

export const placed = (word: string, more: Readonly<Record<string, unknown>> = {}): ChangeData => ({
  op: 'insert',
  table: 'orders',
  row: {
    ...{ id: idOf(word), userId: idOf('user'), status: 'new', note: null, amountCents: '1000' },
    ...{ feeCents: null, placedAt: AT, doneAt: null },
    ...more,
  },
});

export const changed = (word: string, set: Readonly<Record<string, unknown>>): ChangeData => ({
  op: 'update',
  table: 'orders',
  key: { id: idOf(word) },
  set,
});

export const summed = (day: string, by: Readonly<Record<string, string>>): ChangeData => ({
  op: 'add',
  table: 'daySums',
  key: { day },
  by,
});

export const stated = (number: number, what = 'new', of: string | null = null): ChangeData => ({
  op: 'insert',
  table: 'facts',
  row: { number: `${number}`, of, what },
});

export const labelled = (
  name: string,
  more: Readonly<Record<string, unknown>> = {},
): ChangeData => ({
  op: 'insert',
  table: 'labels',
  row: { kind: 'plain', name, userId: idOf('user'), note: null, ...more },
});
