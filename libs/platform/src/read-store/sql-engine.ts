import type { Kysely, Transaction } from 'kysely';
import type { ControlTables } from './control-tables.js';
import type { Dialect } from './dialect.js';
import { type Columns, PARTNER, type Row, type Table, type Value, isNamedAlone } from './table.js';

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

export type Tables = ControlTables & Record<string, Record<string, unknown>>;
export type Tx = {
  readonly db: Transaction<Tables>;
  readonly dialect: Dialect;
  /**
   * Carries out a statement for each of these rows, which it calls `x`: `x.amount_cents` is a value of
   * theirs, `from x`, `using x` or `, x` stands for all of them. Answers what it finds of `asked`: at most one row for each.
   */
  readonly each: (
    text: string,
    given: Columns,
    rows: readonly Row[],
    asked?: Columns,
  ) => Promise<readonly Row[]>;
};

/** The rows in the text of such a statement. */
export const ROWS = /(from|using|,) x\b(?!\.)/;

export type WriteOptions = {
  /** It may take as long as indexes of a large table do, and gives way to readers. */
  readonly isLong?: boolean;
};

/** A database that keeps read models. Two of them, one contract suite (`test/contract/read-store`). */
export interface SqlEngine {
  /** For single reads. Values have to be encoded and decoded. @throws {ReadStoreAway} */
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;

  /**
   * Is another one after anything was written, whoever wrote it; null where only a read can tell. Much
   * cheaper than a read: so nobody who polls reads again what is as it was. Never throws.
   */
  version(): string | null;

  /**
   * Leaves nothing in the database's files of what was overwritten or deleted in these tables' rows,
   * beside PostgreSQL's own log, which it recycles. Whoever uses the tables waits meanwhile.
   * @throws {ReadStoreAway} others have them all the time
   */
  scrub(tables: readonly Pick<Table, 'name'>[]): Promise<void>;

  /** Reads that all see the same moment. */
  snapshot<Result>(work: (db: Transaction<Tables>) => Promise<Result>): Promise<Result>;

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

const snakes = new Map<string, string>();
/** `amountCents` → `amount_cents`. */
export const snake = (name: string): string => {
  const known = snakes.get(name);
  if (known !== undefined) return known;
  const made = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakes.set(name, made);
  return made;
};

/** The columns that no two rows share. */
export const keyOf = ({ table }: Stored): readonly string[] =>
  isNamedAlone(table) ? table.key : [PARTNER, ...table.key];

/** What a row is found by: its partner, too, whatever its key. */
export const finderOf = ({ table }: Stored): readonly string[] => [PARTNER, ...table.key];

/** A row of the database as the program sees it: these columns of it. */
export const decodedRow = (
  { decode }: Dialect,
  columns: Columns,
  row: Readonly<Record<string, unknown>>,
): Row => {
  const decoded: Record<string, Value> = {};
  for (const name in columns) decoded[name] = decode(columns[name]!.type, row[snake(name)]);
  return decoded;
};
