import type { Kysely, Transaction } from 'kysely';
import type { ControlTables } from './control-tables.js';
import type { RowEdit } from './coalesce.js';
import type { Dialect } from './view-formats.js';
import {
  type Columns,
  type ColumnType,
  PARTNER,
  type Row,
  type Table,
  type Value,
  isNamedAlone,
} from './table.js';

/** One copy of a table in the database: the one that is served, or one that is being filled. */
export type Stored = {
  readonly table: Table;
  /** Its name in SQL. */
  readonly name: string;
  /** Those that this copy has, by their names in the program: an older copy may lack some. */
  readonly columns: Columns;
  /** Of the filling that made it. */
  readonly generation: number;
};

/** What edits of one kind have in common: the columns that they set and those that they add to. */
export type Shape = {
  readonly set: readonly string[];
  readonly add: readonly string[];
  /** A row that does not exist is made. */
  readonly makes: boolean;
};
export type Edit = Extract<RowEdit, { readonly kind: 'change' }>;

/** Writes many rows at once within a transaction. */
export interface RowWriter {
  /**
   * `replaces`: the partner's own row of the same key is replaced. @throws on a duplicate otherwise,
   * {RangeError} on another partner's.
   */
  insert(stored: Stored, rows: readonly Row[], replaces: boolean): Promise<void>;
  /** @throws {RangeError} where a row was to be made beside another partner's. */
  change(stored: Stored, shape: Shape, edits: readonly Edit[]): Promise<void>;
  remove(stored: Stored, keys: readonly Row[]): Promise<void>;
  /** A column of the rows with these keys, in their order; undefined where there is no such row. */
  valuesOf(
    stored: Stored,
    column: string,
    keys: readonly Row[],
  ): Promise<readonly (Value | undefined)[]>;
  /** The number of each partner's next row. */
  nextOrdinals(
    stored: Stored,
    partnerIds: readonly string[],
  ): Promise<readonly (readonly [string, bigint])[]>;
}

export type Tables = ControlTables & Record<string, Record<string, unknown>>;
export type Tx = { readonly db: Transaction<Tables>; readonly rows: RowWriter };

export type WriteOptions = {
  /** It may take as long as indexes of a large table do, and gives way to readers. */
  readonly isLong?: boolean;
};

/** A database that keeps read models. Two of them, one contract suite (`test/contract/read-store`). */
export interface SqlEngine {
  /** For single reads. Values have to be encoded and decoded. */
  readonly db: Kysely<Tables>;
  /** What a type is called in a definition. */
  readonly types: Readonly<Record<ColumnType, string>>;
  /** Whether rows are locked one by one: in SQLite a transaction that writes is alone anyway. */
  readonly locksRows: boolean;
  /** Said at the end of a definition. */
  readonly tableEnd: string;
  readonly dialect: Dialect;

  encode(type: ColumnType, value: Value): unknown;
  decode(type: ColumnType, raw: unknown): Value;

  /** Reads that all see the same moment. */
  snapshot<Result>(work: (db: Transaction<Tables>) => Promise<Result>): Promise<Result>;

  /**
   * Whether what was to be written is at fault: the same would happen again, and only to this.
   * All else is the database's, or the program's.
   */
  isOfData(error: unknown): boolean;

  /**
   * All or nothing, one after the other in SQLite. What it read at a checkpoint may have moved on in
   * PostgreSQL: the checkpoint's own compare-and-set tells.
   * @throws {ReadStoreAway} when the database cannot be reached or stays locked; whether it was
   * carried out is unknown then, and a checkpoint tells.
   */
  write<Result>(work: (tx: Tx) => Promise<Result>, options?: WriteOptions): Promise<Result>;

  close(): Promise<void>;
}

/** The database cannot be reached, is locked, or is full; the message says which. */
export class ReadStoreAway extends Error {
  override readonly name = 'ReadStoreAway';
}

/** `amountCents` → `amount_cents`. */
export const snake = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The columns that no two rows share. */
export const keyOf = ({ table }: Stored): readonly string[] =>
  isNamedAlone(table) ? table.key : [PARTNER, ...table.key];

/** What a row is found by: its partner, too, whatever its key. */
export const finderOf = ({ table }: Stored): readonly string[] => [PARTNER, ...table.key];

/** Null counts as zero where something is added. */
export const summed = ({ columns }: Stored, name: string, from: string): string =>
  columns[name]?.nullable === true ? `coalesce(${from}${snake(name)}, 0)` : `${from}${snake(name)}`;

/**
 * What an insert does about a row that is there already; another partner's stays as it is.
 * `row`: what SQL calls that row. `sets`: assignments to other columns than those of the key.
 */
export const onConflict = (stored: Stored, row: string, sets: readonly string[]): string => {
  const [first = '', ...rest] = keyOf(stored).map(snake);
  const all = sets.length === 0 ? [`${first} = excluded.${first}`] : sets;
  const partner = snake(PARTNER);
  return `on conflict (${[first, ...rest].join(', ')}) do update set ${all.join(', ')}
    where ${row}.${partner} = excluded.${partner}`;
};

/** The row that an insert met. */
export const foreignRow = ({ table }: Stored): RangeError =>
  new RangeError(`${table.name} has a row of this key already, of another partner`);
