import type { Kysely, Transaction } from 'kysely';
import type { ControlTables } from './control-tables.js';
import type { Dialect } from './dialect.js';
import {
  type Columns,
  PARTNER,
  type Row,
  type Table,
  type Value,
  isNamedAlone,
} from '#kernel/projection/table.js';

/** A table in a table set. */
export type Stored = {
  readonly table: Table;
  /** Table name in SQL. */
  readonly name: string;
  /** All columns, by their names in the program. */
  readonly columns: Columns;
  /** Name of the read model. */
  readonly model: string;
};

export type Tables = ControlTables & Record<string, Record<string, unknown>>;
export type Db = Kysely<Tables> | Transaction<Tables>;

export type Tx = {
  readonly db: Transaction<Tables>;
  readonly dialect: Dialect;
  readonly rows: RowStatements;
};

/** Reads and writes many rows of a table at once, by partner and key. */
export interface RowStatements {
  find(stored: Stored, keys: readonly Row[]): Promise<readonly Row[]>;
  /** Returns the last ordinal of each of these partners that has rows. */
  lastOrdinals(stored: Stored, partnerIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
  insert(stored: Stored, rows: readonly Row[]): Promise<void>;
  /** Sets these columns of the rows. */
  update(stored: Stored, columns: readonly string[], rows: readonly Row[]): Promise<void>;
  delete(stored: Stored, rows: readonly Row[]): Promise<void>;
}

export type WriteOptions = {
  /** The transaction may take as long as the indexes of a large table, and yields to readers. */
  readonly isLong?: boolean;
};

/**
 * A database for read models. Both implementations pass one contract suite
 * (`test/contract/read-store`).
 */
export interface SqlEngine {
  /** The connection itself, with the errors of the database. `read` is for readers. */
  readonly db: Kysely<Tables>;
  readonly dialect: Dialect;

  /**
   * Changes after each write of any process; null if only a read can tell. Much cheaper than a
   * read, so that polling is cheap. Never throws.
   */
  version(): string | null;

  /**
   * Removes overwritten and deleted values of these tables from the database's files. The log of
   * PostgreSQL keeps them until it is recycled. Other users of the tables wait meanwhile. @throws
   * {ReadStoreUnavailable} if other users never release the tables
   */
  scrub(tables: readonly Pick<Table, 'name'>[]): Promise<void>;

  /**
   * Runs statements that only read, each at its own moment. Repeats the work on another connection
   * if its connection was lost. @throws {ReadStoreUnavailable}
   */
  read<Result>(work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result>;

  /** Runs reads that all see the same moment. @throws {ReadStoreUnavailable} */
  snapshot<Result>(work: (db: Transaction<Tables>) => Promise<Result>): Promise<Result>;

  /**
   * Runs a transaction. SQLite runs one at a time. In PostgreSQL a checkpoint may move after it was
   * read, so a move compares and sets it. @throws {ReadStoreUnavailable} if the database is
   * unreachable or stays locked. The transaction may then have been committed, and a checkpoint
   * shows whether it was.
   */
  write<Result>(work: (tx: Tx) => Promise<Result>, options?: WriteOptions): Promise<Result>;

  close(): Promise<void>;
}

/** The database is unreachable, locked or full. The message says which. */
export class ReadStoreUnavailable extends Error {
  override readonly name = 'ReadStoreUnavailable';
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

/** Columns of the unique key. */
export const keyOf = ({ table }: Stored): readonly string[] =>
  isNamedAlone(table) ? table.key : [PARTNER, ...table.key];

/** Columns that identify a row: always its partner and its key. */
export const finderOf = ({ table }: Stored): readonly string[] => [PARTNER, ...table.key];

/** Decodes these columns of a database row. */
export const decodedRow = (
  { decode }: Dialect,
  columns: Columns,
  row: Readonly<Record<string, unknown>>,
): Row => {
  const decoded: Record<string, Value> = {};
  for (const name in columns) decoded[name] = decode(columns[name]!.type, row[snake(name)]);
  return decoded;
};
