/**
 * Type of a column in both databases. `uuid`: text of a UUID, 16 bytes on disk. `integer`: a bigint
 * of 64 bits, also for cents and billionths. `time`: ISO 8601 UTC in milliseconds.
 */
export type ColumnType = 'uuid' | 'text' | 'integer' | 'time';

export type Column<Type extends ColumnType = ColumnType, Nullable extends boolean = boolean> = {
  readonly type: Type;
  readonly nullable: Nullable;
};

export const uuid = { type: 'uuid', nullable: false } as const;
export const text = { type: 'text', nullable: false } as const;
/** Zero in a row that an `add` inserts. */
export const integer = { type: 'integer', nullable: false } as const;
export const time = { type: 'time', nullable: false } as const;

export const orNull = <Type extends ColumnType>({ type }: Column<Type>): Column<Type, true> => ({
  type,
  nullable: true,
});

export type Columns = Readonly<Record<string, Column>>;

/** A value for projections and readers. */
export type Value = string | bigint | null;
export type Row = Readonly<Record<string, Value>>;

type ValueOf<C extends Column> =
  | (C['type'] extends 'integer' ? bigint : string)
  | (C['nullable'] extends true ? null : never);
export type RowOf<Of extends Columns> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> };
/** A row for readers. */
export type ReadRow<Of extends Columns> = RowOf<Of> & { readonly partnerId: string };

/**
 * A table of a read model. Names are camel case here and snake case in SQL. Each row belongs to one
 * partner: the store adds and fills a column `partnerId`.
 */
export type Table<Of extends Columns = Columns, Key extends string = string> = {
  readonly name: string;
  readonly columns: Of;
  /**
   * Key of a row within its partner, or over all partners if it is a single `uuid`. An empty key
   * allows one row for each partner. The store never changes the row of another partner.
   */
  readonly key: readonly Key[];
  /**
   * Whether the store adds a column `ordinal`: 0, 1, 2 … of each partner in the order of insertion,
   * so that an offset finds a page. Rows of such a table are never deleted.
   */
  readonly isNumbered: boolean;
  /**
   * Whether each row is inserted once and never changed. The store then writes rows without a lookup,
   * and the database rejects a second row with the same key.
   */
  readonly isAppendOnly: boolean;
  /** Text column by whose values the store counts rows of each partner. Only for numbered tables. */
  readonly countedBy: string | null;
  /** Table of the counts by `countedBy`, which the store maintains. */
  readonly counts: Table | null;
  /** Columns of each further index, after the partner. */
  readonly indexes: readonly (readonly string[])[];
  /** Columns of each index over all partners. */
  readonly wideIndexes: readonly (readonly string[])[];
  /** Rows are deleted `forMs` after the time in `column`. Null: rows are not deleted. */
  readonly kept: { readonly column: string; readonly forMs: number } | null;
};

export const PARTNER = 'partnerId';
export const ORDINAL = 'ordinal';
const NAME = /^[a-z][a-z0-9]*([A-Z][a-z0-9]*)*$/;
/** Limit in snake case. PostgreSQL cuts names at 63 bytes, and names of indexes are longer. */
const NAME_LENGTH_MAX = 40;
const lengthOf = (name: string): number => name.length + name.replaceAll(/[^A-Z]/g, '').length;

type Options<Of extends Columns, Key extends string> = {
  readonly columns: Of;
  readonly key: readonly Key[];
  readonly isNumbered?: boolean;
  readonly isAppendOnly?: boolean;
  readonly countedBy?: keyof Of & string;
  readonly indexes?: readonly (readonly (keyof Of | typeof ORDINAL)[])[];
  readonly wideIndexes?: readonly (readonly (keyof Of)[])[];
  readonly kept?: { readonly column: keyof Of & string; readonly forMs: number };
};

/** Defines a table. @throws {RangeError} for invalid names, unknown columns and wrong options */
export const defineTable = <Of extends Columns, Key extends keyof Of & string>(
  name: string,
  { columns, key, isNumbered = false, countedBy, kept, ...options }: Options<Of, Key>,
): Table<Of, Key> => {
  const { indexes = [], wideIndexes = [], isAppendOnly = false } = options;
  const known = new Set([...Object.keys(columns), ...(isNumbered ? [ORDINAL] : [])]);
  for (const each of [name, ...known])
    if (!NAME.test(each) || lengthOf(each) > NAME_LENGTH_MAX)
      throw new RangeError(`${name}: "${each}" is not a valid name`);
  requireCountable(name, columns, isNumbered, countedBy);
  for (const each of [PARTNER, ORDINAL])
    if (each in columns) throw new RangeError(`${name}: the store adds ${each}`);
  for (const each of key)
    if (columns[each]?.nullable === true) throw new RangeError(`${name}: ${each} may not be null`);
  if (isAppendOnly && isNumbered)
    throw new RangeError(`${name} numbers its rows, so it cannot be append-only`);
  if (kept !== undefined && isNumbered)
    throw new RangeError(`${name} numbers its rows, so they cannot expire`);
  const named = [...key, ...[countedBy, kept?.column].filter((each) => each !== undefined)];
  for (const each of [...named, ...indexes.flat(), ...wideIndexes.flat()])
    if (!known.has(String(each))) throw new RangeError(`${name} has no column ${String(each)}`);
  return {
    ...{ name, columns, key, isNumbered, isAppendOnly },
    ...{ countedBy: countedBy ?? null, kept: kept ?? null },
    counts: countedBy === undefined ? null : defineTable(countsName(name), COUNTS),
    indexes: indexes.map((index) => index.map(String)),
    wideIndexes: wideIndexes.map((index) => index.map(String)),
  };
};

const countsName = (name: string): string => `${name}Counts`;
const COUNTS = { columns: { value: text, count: integer }, key: ['value'] } as const;

const requireCountable = (
  name: string,
  columns: Columns,
  isNumbered: boolean,
  countedBy: string | undefined,
): void => {
  if (countedBy === undefined) return;
  if (!isNumbered) throw new RangeError(`${name} is counted, so it must number its rows`);
  const column = columns[countedBy];
  if (column !== undefined && (column.type !== 'text' || column.nullable))
    throw new RangeError(`${name} is counted by ${countedBy}, which must be a text and not null`);
};

/** Returns whether an `add` can insert a row, with zeros and nulls in columns outside the key. */
export const canBeMade = ({ columns, key, isNumbered }: Table): boolean =>
  !isNumbered &&
  Object.entries(columns).every(
    ([name, { type, nullable }]) => nullable || type === 'integer' || key.includes(name),
  );

/** Returns whether a UUID alone is the key of a row, over all partners. */
export const isNamedAlone = ({ columns, key }: Table): boolean =>
  key.length === 1 && columns[key[0] ?? '']?.type === 'uuid';

/** Returns all columns in a fixed order, added columns first. */
export const columnsOf = ({ columns, isNumbered }: Table): Columns => ({
  [PARTNER]: uuid,
  ...(isNumbered ? { [ORDINAL]: integer } : {}),
  ...columns,
});
