import { type RawBuilder, sql } from 'kysely';
import { sqliteCode } from '#event-log/sqlite/sqlite-connection.js';
import type { ColumnType, Value } from '#kernel/projection/table.js';

/** Differences between the two databases. */
export type Dialect = {
  readonly name: 'sqlite' | 'postgres';
  /** Name of a type in a table definition. */
  readonly types: Readonly<Record<ColumnType, string>>;
  /** Options at the end of a table definition. */
  readonly tableEnd: string;
  readonly encode: (type: ColumnType, value: Value) => unknown;
  readonly decode: (type: ColumnType, raw: unknown) => Value;
  readonly formats: Formats;
  /**
   * Condition for a partner's rows with one of these keys. SQLite scans all rows of the partner for
   * a list of keys, but uses the index for pairs.
   */
  readonly withKeys: (wanted: WantedKeys) => RawBuilder<boolean>;
  /**
   * Whether the database rejected the data. A retry would fail in the same way, and other data
   * would not. Other errors come from the database or the program.
   */
  readonly isOfData: (error: unknown) => boolean;
};

/** Column names in SQL, and encoded values. */
type WantedKeys = {
  readonly partner: readonly [column: string, value: unknown];
  readonly key: readonly [column: string, values: readonly unknown[]];
};

/**
 * SQL expressions with which views show stored columns. The argument is a column, or SQL in
 * parentheses.
 */
export type Formats = {
  readonly uuid: (column: string) => string;
  /** An instant with its time zone. */
  readonly time: (column: string) => string;
  /**
   * Converts cents to dollars: exact in PostgreSQL, a floating-point number in SQLite. Round its
   * sums.
   */
  readonly dollars: (column: string) => string;
  /** Converts billionths of a share to shares. */
  readonly shares: (column: string) => string;
  /** Converts decimal text to a number. */
  readonly decimal: (column: string) => string;
};

/** SQLite stores a UUID as 16 bytes and a time as milliseconds. */
export const SQLITE: Dialect = {
  name: 'sqlite',
  types: { uuid: 'blob', text: 'text', integer: 'integer', time: 'integer' },
  tableEnd: 'strict, without rowid',
  encode: (type, value) => {
    if (type === 'uuid' && value !== null) return writeUuid(String(value), newUuid());
    return type === 'time' && value !== null ? BigInt(Date.parse(String(value))) : value;
  },
  decode: (type, raw) => {
    if (raw === null || raw === undefined) return null;
    if (type === 'uuid') return uuidOf(raw as Buffer);
    return type === 'time' ? new Date(Number(raw)).toISOString() : (raw as string | bigint);
  },
  formats: {
    uuid: (column) => {
      const hex = (from: number, length: number) =>
        `substr(lower(hex(${column})), ${from}, ${length})`;
      return [hex(1, 8), hex(9, 4), hex(13, 4), hex(17, 4), hex(21, 12)].join(" || '-' || ");
    },
    time: (column) => `strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch')`,
    dollars: (column) => `${column} / 100.0`,
    shares: (column) => `${column} / 1000000000.0`,
    decimal: (column) => `cast(${column} as real)`,
  },
  withKeys: ({ partner: [partner, of], key: [key, values] }) => {
    const pairs = values.map((value) => sql`(${of}, ${value})`);
    return sql`(${sql.ref(partner)}, ${sql.ref(key)}) in (values ${sql.join(pairs)})`;
  },
  // The row violates a constraint or is too large.
  isOfData: (error) =>
    error instanceof RangeError || /^SQLITE_(CONSTRAINT|TOOBIG|MISMATCH)/.test(sqliteCode(error)),
};

export const POSTGRES: Dialect = {
  name: 'postgres',
  types: { uuid: 'uuid', text: 'text', integer: 'bigint', time: 'timestamptz' },
  tableEnd: '',
  // JSON numbers have less precision than 64 bits.
  encode: (_, value) => (typeof value === 'bigint' ? `${value}` : value),
  decode: (type, raw) => {
    if (raw === null || raw === undefined) return null;
    if (type === 'integer') return BigInt(raw as string);
    return type === 'time' ? (raw as Date).toISOString() : (raw as string);
  },
  formats: {
    uuid: (column) => column,
    time: (column) => column,
    dollars: (column) => `(${column}::numeric / 100)::numeric(20, 2)`,
    shares: (column) => `(${column}::numeric / 1000000000)::numeric(28, 9)`,
    decimal: (column) => `${column}::numeric`,
  },
  withKeys: ({ partner: [partner, of], key: [key, values] }) =>
    sql`${sql.ref(partner)} = ${of} and ${sql.ref(key)} in (${sql.join(values)})`,
  // SQLSTATE classes for invalid values, violated constraints, and rows too long for an index.
  isOfData: (error) => {
    const { code } = (error ?? {}) as { readonly code?: unknown };
    return error instanceof RangeError || /^(21|22|23|54)/.test(String(code));
  },
};

const [UUID_LENGTH, UUID_BYTES] = [36, 16];
/** Position of each byte's two digits. */
const PLACES = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
const DASHES = [8, 13, 18, 23];
const DASH = 45;
const NO_DIGIT = 256;
const DIGITS = Uint16Array.from({ length: 128 }, (_, code) => {
  const digit = parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? NO_DIGIT : digit;
});

export const newUuid = (): Buffer => Buffer.allocUnsafe(UUID_BYTES);

/**
 * Parses a UUID into these bytes, and returns them. By hand: a row has several UUIDs, and
 * `Buffer.from` takes three times as long. @throws {RangeError} for a malformed UUID
 */
export const writeUuid = (text: string, bytes: Buffer): Buffer => {
  let isWrong = text.length !== UUID_LENGTH;
  for (const place of DASHES) isWrong ||= text.charCodeAt(place) !== DASH;
  for (let n = 0; n < UUID_BYTES; n++) {
    const place = PLACES[n] ?? 0;
    const high = DIGITS[text.charCodeAt(place)] ?? NO_DIGIT;
    const byte = high * 16 + (DIGITS[text.charCodeAt(place + 1)] ?? NO_DIGIT);
    isWrong ||= byte > 255;
    bytes[n] = byte;
  }
  if (isWrong) throw new RangeError('the value is not a UUID');
  return bytes;
};

const uuidOf = (bytes: Buffer): string => {
  const hex = bytes.toString('hex');
  const [a, b, c] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16)];
  return `${a}-${b}-${c}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
