import { type Transaction, sql } from 'kysely';
import { emptyRow } from './coalesce.js';
import {
  type Edit,
  type RowWriter,
  type Shape,
  type SqlEngine,
  type Stored,
  type Tables,
  finderOf,
  foreignRow,
  keyOf,
  onConflict,
  snake,
  summed,
} from './sql-engine.js';
import { PARTNER, type Row, type Value } from './table.js';

type Codec = Pick<SqlEngine, 'decode' | 'types'>;

/** All rows in one statement, as one JSON text: a round trip costs more than what it carries. */
export class PostgresRowWriter implements RowWriter {
  constructor(
    private readonly db: Transaction<Tables>,
    private readonly codec: Codec,
  ) {}

  async insert(stored: Stored, rows: readonly Row[], replaces: boolean): Promise<void> {
    const names = Object.keys(stored.columns);
    const fixed = [PARTNER, ...keyOf(stored)];
    const rest = names.filter((name) => !fixed.includes(name));
    const sets = rest.map((name) => `${snake(name)} = excluded.${snake(name)}`);
    const text = `${this.inserting(stored)} ${replaces ? onConflict(stored, 't', sets) : ''}`;
    const made = await this.run(
      text,
      rows.map((row) => named('', names, row)),
    );
    if (made < rows.length) throw foreignRow(stored);
  }

  async change(stored: Stored, shape: Shape, edits: readonly Edit[]): Promise<void> {
    const { set, add, makes } = shape;
    if (makes) return this.changeOrMake(stored, shape, edits);
    const key = finderOf(stored);
    const columns = [
      ...this.typed(stored, 'key_', key),
      ...this.typed(stored, 'set_', set),
      ...this.typed(stored, 'add_', add),
    ];
    const sets = set.map((each) => `${snake(each)} = x.set_${snake(each)}`);
    const adds = add.map(
      (each) => `${snake(each)} = ${summed(stored, each, 't.')} + x.add_${snake(each)}`,
    );
    const text = `update ${stored.name} as t set ${[...sets, ...adds].join(', ')}
      from json_to_recordset($1::json) as x(${columns.join(', ')}) where ${equal(key)}`;
    await this.run(
      text,
      edits.map((edit) => ({
        ...named('key_', key, edit.key),
        ...named('set_', set, edit.set),
        ...named('add_', add, edit.by),
      })),
    );
  }

  async remove(stored: Stored, keys: readonly Row[]): Promise<void> {
    const key = finderOf(stored);
    const columns = this.typed(stored, 'key_', key).join(', ');
    const text = `delete from ${stored.name} as t
      using json_to_recordset($1::json) as x(${columns}) where ${equal(key)}`;
    await this.run(
      text,
      keys.map((each) => named('key_', key, each)),
    );
  }

  async valuesOf(
    stored: Stored,
    column: string,
    keys: readonly Row[],
  ): Promise<readonly (Value | undefined)[]> {
    const key = finderOf(stored);
    const columns = ['place integer', ...this.typed(stored, 'key_', key)].join(', ');
    const rows = keys.map((each, place) => ({ place, ...named('key_', key, each) }));
    const { rows: found } = await sql<{ place: number; value: unknown }>`${sql.raw(
      `select x.place, t.${snake(column)} as value from ${stored.name} as t join json_to_recordset(`,
    )}${JSON.stringify(rows)}${sql.raw(`::json) as x(${columns}) on ${equal(key)}`)}`.execute(
      this.db,
    );
    const type = stored.columns[column]?.type ?? 'text';
    const values = new Map(
      found.map(({ place, value }) => [place, this.codec.decode(type, value)]),
    );
    return keys.map((_, place) => values.get(place));
  }

  async nextOrdinals(
    { name }: Stored,
    partnerIds: readonly string[],
  ): Promise<readonly (readonly [string, bigint])[]> {
    const { rows } = await sql<{ id: string; next: string }>`
      select p.id, coalesce((select max(ordinal) from ${sql.table(name)} where partner_id = p.id), -1) + 1 as next
      from unnest(${[...partnerIds]}::uuid[]) as p(id)`.execute(this.db);
    return rows.map(({ id, next }) => [id, BigInt(next)]);
  }

  private async changeOrMake(
    stored: Stored,
    { set, add }: Shape,
    edits: readonly Edit[],
  ): Promise<void> {
    const names = Object.keys(stored.columns);
    const empty = emptyRow(stored.table);
    const sets = set.map((each) => `${snake(each)} = excluded.${snake(each)}`);
    const adds = add.map(
      (each) => `${snake(each)} = ${summed(stored, each, 't.')} + excluded.${snake(each)}`,
    );
    const text = `${this.inserting(stored)} ${onConflict(stored, 't', [...sets, ...adds])}`;
    const rows = edits.map(({ key, set, by }) => ({ ...empty, ...key, ...set, ...by }));
    const made = await this.run(
      text,
      rows.map((row) => named('', names, row)),
    );
    if (made < rows.length) throw foreignRow(stored);
  }

  private inserting(stored: Stored): string {
    const names = Object.keys(stored.columns);
    const columns = names.map(snake).join(', ');
    return `insert into ${stored.name} as t (${columns}) select ${columns}
      from json_to_recordset($1::json) as x(${this.typed(stored, '', names).join(', ')})`;
  }

  private typed({ columns }: Stored, prefix: string, names: readonly string[]): string[] {
    return names.map(
      (name) => `${prefix}${snake(name)} ${this.codec.types[columns[name]?.type ?? 'text']}`,
    );
  }

  /** Answers how many rows it wrote. */
  private async run(text: string, rows: readonly Row[]): Promise<number> {
    const [before = '', after = ''] = text.split('$1');
    const query = sql`${sql.raw(before)}${JSON.stringify(rows)}${sql.raw(after)}`;
    return Number((await query.execute(this.db)).numAffectedRows ?? 0n);
  }
}

/** 64-bit integers as text: JSON numbers hold less. */
const named = (prefix: string, names: readonly string[], row: Row): Row =>
  Object.fromEntries(
    names.map((name) => {
      const value = row[name] ?? null;
      return [`${prefix}${snake(name)}`, typeof value === 'bigint' ? `${value}` : value];
    }),
  );

const equal = (key: readonly string[]): string =>
  key.map((name) => `t.${snake(name)} = x.key_${snake(name)}`).join(' and ');
