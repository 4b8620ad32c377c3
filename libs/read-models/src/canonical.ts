import type { RowChange } from '#kernel/projection/row-change.js';
import {
  type Column,
  PARTNER,
  type Row,
  type Table,
  type Value,
  uuid,
} from '#kernel/projection/table.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Matches times that are already canonical, except for February 29. */
const PLAIN_TIME =
  /^(?!0000)\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const INTEGER_MAX = 2n ** 63n - 1n;
const INTEGER_MIN = -INTEGER_MAX;
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');
/** PostgreSQL rejects zero characters. */
const ZERO = '\0';
const REPLACEMENT = '\ufffd';

/**
 * Returns a value in the form that both databases store: UUIDs in lower case, times in UTC to the
 * millisecond, text without the characters that PostgreSQL rejects. Pure. @throws {RangeError} if
 * the value does not fit the column
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
  // The message omits the value, which may be personal data.
  throw new RangeError(`${name} must be ${ALLOWED[type]}; it is a ${typeof value}`);
};

const ALLOWED = {
  uuid: 'a UUID',
  text: 'a string',
  integer: 'a bigint of 64 bits',
  time: 'an ISO 8601 time with its zone, of the years 1 to 9999',
} as const;

/** Most text is already well formed, and the check is faster than the replacement. */
const textOf = (value: string): string =>
  value.isWellFormed() && !value.includes(ZERO)
    ? value
    : value.toWellFormed().replaceAll(ZERO, REPLACEMENT);

const timeOf = (value: string): string | null => {
  const ms = Date.parse(value);
  return ms >= EARLIEST_MS && ms <= LATEST_MS ? new Date(ms).toISOString() : null;
};

/** Returns a partner's id as rows store it. @throws {RangeError} */
export const canonicalPartner = (partnerId: string): string => {
  if (partnerId === '') throw new RangeError("the event's metadata lacks a partner id");
  return String(canonical(uuid, PARTNER, partnerId));
};

/** Returns a change with canonical values. @throws {RangeError} */
export const canonicalChange = (change: RowChange): RowChange => {
  const { table } = change;
  if (change.op === 'insert') {
    const row = canonicalRow(table, Object.keys(table.columns), change.row);
    return row === change.row ? change : { ...change, row };
  }
  const key = canonicalRow(table, table.key, change.key);
  const keyed = key === change.key ? change : { ...change, key };
  if (keyed.op === 'update') {
    const set = valuesOf(table, keyed.set);
    return set === keyed.set ? keyed : { ...keyed, set };
  }
  return keyed.op === 'add' ? { ...keyed, by: sumsOf(table, keyed.by) } : keyed;
};

/** Omits undefined values. */
const valuesOf = (table: Table, row: Row): Row => {
  const names = Object.keys(row);
  if (!names.some((name) => row[name] === undefined)) return canonicalRow(table, names, row);
  const asked = names.filter((name) => row[name] !== undefined);
  return valuesOf(table, Object.fromEntries(asked.map((name) => [name, row[name] ?? null])));
};

const sumsOf = (table: Table, by: Readonly<Record<string, bigint>>): Record<string, bigint> => {
  for (const name of Object.keys(by))
    if (table.columns[name]?.type !== 'integer' || table.key.includes(name))
      throw new RangeError(
        `${table.name}: ${name} cannot be added to, because it is a key or not an integer`,
      );
  return valuesOf(table, by) as Record<string, bigint>;
};

/** Returns the row itself if it is already canonical, as most rows are, otherwise a copy. */
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
