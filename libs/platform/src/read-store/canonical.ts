import type { RowChange } from './row-change.js';
import { type Column, PARTNER, type Row, type Table, type Value, uuid } from './table.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Already in its one form, and of a day that every month has: nothing is to be worked out. */
const PLAIN_TIME =
  /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const INTEGER_MAX = 2n ** 63n - 1n;
const INTEGER_MIN = -INTEGER_MAX;
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');
/** PostgreSQL takes no zero character. */
const ZERO = '\0';
const REPLACEMENT = '\ufffd';

/**
 * A value in the one form that both databases keep: UUIDs in lower case, times in UTC to the
 * millisecond, texts without what PostgreSQL has no place for. Pure.
 * @throws {RangeError} for a value that the column has no place for.
 */
export const canonical = ({ type, nullable }: Column, name: string, value: unknown): Value => {
  if (value === null || value === undefined) {
    if (nullable) return null;
    throw new RangeError(`${name} must not be null`);
  }
  switch (type) {
    case 'uuid':
      if (typeof value !== 'string') break;
      if (UUID.test(value)) return value;
      if (UUID.test(value.toLowerCase())) return value.toLowerCase();
      break;
    case 'text':
      if (typeof value === 'string') return textOf(value);
      break;
    case 'integer':
      if (typeof value === 'bigint' && value <= INTEGER_MAX && value >= INTEGER_MIN) return value;
      break;
    case 'time': {
      if (typeof value !== 'string') break;
      if (PLAIN_TIME.test(value)) return value;
      const time = TIME.test(value) ? timeOf(value) : null;
      if (time !== null) return time;
      break;
    }
  }
  // The value itself may be a person's.
  throw new RangeError(`${name} must be ${ALLOWED[type]}; it is a ${typeof value}`);
};

const ALLOWED = {
  uuid: 'a UUID',
  text: 'a text',
  integer: 'a bigint of 64 bits',
  time: 'an ISO 8601 time with its zone, of the years 1 to 9999',
} as const;

/** Mostly there is nothing to replace, which is quicker to see than to do. */
const textOf = (value: string): string =>
  value.isWellFormed() && !value.includes(ZERO)
    ? value
    : value.toWellFormed().replaceAll(ZERO, REPLACEMENT);

const timeOf = (value: string): string | null => {
  const ms = Date.parse(value);
  return ms >= EARLIEST_MS && ms <= LATEST_MS ? new Date(ms).toISOString() : null;
};

/** A partner's id as rows have it. @throws {RangeError} */
export const canonicalPartner = (partnerId: string): string => {
  if (partnerId === '') throw new RangeError('its metadata names no partner');
  return String(canonical(uuid, PARTNER, partnerId));
};

/** A change with all of its values in that form. @throws {RangeError} */
export const canonicalChange = (change: RowChange): RowChange => {
  const { table } = change;
  if (change.op === 'insert') {
    const row = canonicalRow(table, Object.keys(table.columns), change.row);
    return row === change.row ? change : { ...change, row };
  }
  const key = canonicalRow(table, table.key, change.key);
  const keyed = key === change.key ? change : { ...change, key };
  if (keyed.op === 'update') return { ...keyed, set: valuesOf(table, keyed.set) };
  return keyed.op === 'add' ? { ...keyed, by: sumsOf(table, keyed.by) } : keyed;
};

/** What is undefined is not asked for. */
const valuesOf = (table: Table, row: Row): Row => {
  const names = Object.keys(row);
  const asked = names.filter((name) => row[name] !== undefined);
  if (asked.length === names.length) return canonicalRow(table, names, row);
  return valuesOf(table, Object.fromEntries(asked.map((name) => [name, row[name] ?? null])));
};

const sumsOf = (table: Table, by: Readonly<Record<string, bigint>>): Record<string, bigint> => {
  for (const name of Object.keys(by))
    if (table.columns[name]?.type !== 'integer' || table.key.includes(name))
      throw new RangeError(`${table.name}: nothing can be added to ${name}`);
  return valuesOf(table, by) as Record<string, bigint>;
};

/** The row itself where it is in that form already, as most are; a copy otherwise. */
const canonicalRow = (table: Table, names: readonly string[], row: Row): Row => {
  let made: Record<string, Value> | null = null;
  for (const name of names) {
    const column = table.columns[name];
    if (column === undefined) throw new RangeError(`${table.name} has no column ${name}`);
    const value = canonical(column, name, row[name]);
    if (value === row[name]) continue;
    made ??= { ...row };
    made[name] = value;
  }
  return made ?? row;
};
