import type { Database, Statement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { PARTNER, type Row } from '#kernel/projection/table.js';
import { SQLITE } from './dialect.js';
import { type RowStatements, type Stored, decodedRow, finderOf, snake } from './sql-engine.js';

const STATEMENTS_MAX = 500;

type Prepared = Statement<unknown[], Readonly<Record<string, unknown>>>;

/** Runs one statement for each row: without a network, a prepared statement is fastest. */
export class SqliteRows implements RowStatements {
  private readonly prepared = new LRUCache<string, Prepared>({ max: STATEMENTS_MAX });

  constructor(private readonly file: Database) {}

  async find(stored: Stored, keys: readonly Row[]): Promise<readonly Row[]> {
    const by = finderOf(stored);
    const find = this.statement(`select * from ${stored.name} where ${equal(by)}`);
    return keys.flatMap((key) => {
      const row = find.get(valuesOf(stored, by, key));
      return row === undefined ? [] : [decodedRow(SQLITE, stored.columns, row)];
    });
  }

  async lastOrdinals(stored: Stored, partnerIds: readonly string[]) {
    const text = `select max(ordinal) as last from ${stored.name} where ${equal([PARTNER])}`;
    const found = new Map<string, bigint>();
    for (const id of partnerIds) {
      const last = this.statement(text).get(SQLITE.encode('uuid', id))?.['last'];
      if (typeof last === 'bigint') found.set(id, last);
    }
    return found;
  }

  async insert(stored: Stored, rows: readonly Row[]): Promise<void> {
    const names = Object.keys(stored.columns);
    const places = names.map(() => '?').join();
    this.run(`insert into ${stored.name} (${list(names)}) values (${places})`, stored, names, rows);
  }

  async update(stored: Stored, columns: readonly string[], rows: readonly Row[]): Promise<void> {
    const by = finderOf(stored);
    const sets = columns.map((each) => `${snake(each)} = ?`).join();
    const text = `update ${stored.name} set ${sets} where ${equal(by)}`;
    this.run(text, stored, [...columns, ...by], rows);
  }

  async delete(stored: Stored, rows: readonly Row[]): Promise<void> {
    const by = finderOf(stored);
    this.run(`delete from ${stored.name} where ${equal(by)}`, stored, by, rows);
  }

  private run(text: string, stored: Stored, columns: readonly string[], rows: readonly Row[]) {
    if (rows.length === 0) return;
    const statement = this.statement(text);
    for (const row of rows) statement.run(valuesOf(stored, columns, row));
  }

  private statement(text: string): Prepared {
    const known = this.prepared.get(text) ?? (this.file.prepare(text) as Prepared);
    this.prepared.set(text, known);
    return known;
  }
}

const list = (columns: readonly string[]): string => columns.map(snake).join();

const equal = (columns: readonly string[]): string =>
  columns.map((each) => `${snake(each)} = ?`).join(' and ');

const valuesOf = ({ columns }: Stored, names: readonly string[], row: Row): unknown[] =>
  names.map((name) => SQLITE.encode(columns[name]!.type, row[name] ?? null));
