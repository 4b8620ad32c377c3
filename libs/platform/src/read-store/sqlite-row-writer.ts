import type Database from 'better-sqlite3';
import { emptyRow } from './coalesce.js';
import {
  type Edit,
  type RowWriter,
  type Shape,
  type SqlEngine,
  type Stored,
  finderOf,
  foreignRow,
  keyOf,
  onConflict,
  snake,
  summed,
} from './sql-engine.js';
import { PARTNER, type Row, type Value } from './table.js';

type Codec = Pick<SqlEngine, 'encode' | 'decode'>;

/** A row at a time: nothing leaves the process, so a prepared statement is the quickest way. */
export class SqliteRowWriter implements RowWriter {
  private readonly prepared = new Map<string, Database.Statement>();

  constructor(
    private readonly file: Database.Database,
    private readonly codec: Codec,
  ) {}

  async insert(stored: Stored, rows: readonly Row[], replaces: boolean): Promise<void> {
    const columns = Object.keys(stored.columns);
    const statement = this.prepare(stored, `insert ${replaces}`, () => {
      const fixed = [PARTNER, ...keyOf(stored)];
      const rest = columns.filter((name) => !fixed.includes(name));
      const sets = rest.map((name) => `${snake(name)} = excluded.${snake(name)}`);
      const text = inserting(stored);
      return replaces ? `${text} ${onConflict(stored, stored.name, sets)}` : text;
    });
    for (const row of rows)
      if (statement.run(this.encoded(stored, columns, row)).changes === 0) throw foreignRow(stored);
  }

  async change(stored: Stored, shape: Shape, edits: readonly Edit[]): Promise<void> {
    const { set, add, makes } = shape;
    const statement = this.prepare(stored, `change ${makes} ${set.join()} ${add.join()}`, () =>
      makes ? changingOrMaking(stored, shape) : changing(stored, shape),
    );
    const columns = Object.keys(stored.columns);
    const empty = emptyRow(stored.table);
    for (const edit of edits) {
      const values = makes
        ? this.encoded(stored, columns, { ...empty, ...edit.key, ...edit.set, ...edit.by })
        : [
            ...this.encoded(stored, set, edit.set),
            ...this.encoded(stored, add, edit.by),
            ...this.encoded(stored, finderOf(stored), edit.key),
          ];
      const { changes } = statement.run(values);
      if (makes && changes === 0) throw foreignRow(stored);
    }
  }

  async remove(stored: Stored, keys: readonly Row[]): Promise<void> {
    const key = finderOf(stored);
    const statement = this.prepare(
      stored,
      'remove',
      () => `delete from ${stored.name} where ${equal(key)}`,
    );
    for (const each of keys) statement.run(this.encoded(stored, key, each));
  }

  async valuesOf(
    stored: Stored,
    column: string,
    keys: readonly Row[],
  ): Promise<readonly (Value | undefined)[]> {
    const key = finderOf(stored);
    const statement = this.prepare(
      stored,
      `value ${column}`,
      () => `select ${snake(column)} from ${stored.name} where ${equal(key)}`,
    ).pluck();
    const type = stored.columns[column]?.type ?? 'text';
    return keys.map((each) => {
      const raw: unknown = statement.get(this.encoded(stored, key, each));
      return raw === undefined ? undefined : this.codec.decode(type, raw);
    });
  }

  async nextOrdinals(
    stored: Stored,
    partnerIds: readonly string[],
  ): Promise<readonly (readonly [string, bigint])[]> {
    const statement = this.prepare(
      stored,
      'ordinal',
      () => `select max(ordinal) from ${stored.name} where partner_id = ?`,
    ).pluck();
    return partnerIds.map((id) => {
      const last = statement.get([this.codec.encode('uuid', id)]) as bigint | null;
      return [id, last === null ? 0n : last + 1n];
    });
  }

  private prepare(stored: Stored, what: string, text: () => string): Database.Statement {
    const name = `${stored.name} ${stored.generation} ${what}`;
    const known = this.prepared.get(name);
    if (known !== undefined) return known;
    const made = this.file.prepare(text());
    this.prepared.set(name, made);
    return made;
  }

  private encoded({ columns }: Stored, names: readonly string[], row: Row): unknown[] {
    return names.map((name) => this.codec.encode(columns[name]?.type ?? 'text', row[name] ?? null));
  }
}

const inserting = ({ name, columns }: Stored): string => {
  const names = Object.keys(columns);
  const places = names.map(() => '?').join(', ');
  return `insert into ${name} (${names.map(snake).join(', ')}) values (${places})`;
};

const changingOrMaking = (stored: Stored, { set, add }: Shape): string =>
  `${inserting(stored)} ${onConflict(stored, stored.name, [
    ...set.map((each) => `${snake(each)} = excluded.${snake(each)}`),
    ...add.map(
      (each) =>
        `${snake(each)} = ${summed(stored, each, `${stored.name}.`)} + excluded.${snake(each)}`,
    ),
  ])}`;

const changing = (stored: Stored, { set, add }: Shape): string => {
  const sets = set.map((each) => `${snake(each)} = ?`);
  const adds = add.map((each) => `${snake(each)} = ${summed(stored, each, '')} + ?`);
  return `update ${stored.name} set ${[...sets, ...adds].join(', ')} where ${equal(finderOf(stored))}`;
};

const equal = (key: readonly string[]): string =>
  key.map((name) => `${snake(name)} = ?`).join(' and ');
