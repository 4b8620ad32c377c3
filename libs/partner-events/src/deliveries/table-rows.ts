import { type RawBuilder, sql } from 'kysely';
import { ownValue } from '#kernel/own-value.js';
import type { Columns, RowOf, Value } from '#kernel/projection/table.js';
import type { Dialect } from '#read-models/dialect.js';
import { type Db, decodedRow, snake } from '#read-models/sql-engine.js';

/** A table with its name, key and indexes in SQL. */
export type OwnTable<Of extends Columns> = {
  readonly name: string;
  readonly columns: Of;
  readonly key: readonly string[];
  readonly indexes: Readonly<Record<string, string>>;
};

/** Columns and their value, or a list of possible values. Undefined: any value. */
type Where<Of extends Columns> = {
  readonly [Name in keyof Of]?: Value | readonly Value[] | undefined;
};
/** Columns and their highest value. */
type UpTo<Of extends Columns> = { readonly [Name in keyof Of]?: Value };
/** `orderBy` is SQL. */
type Page<Of extends Columns> = {
  readonly upTo?: UpTo<Of>;
  readonly orderBy?: string;
  readonly limit?: number;
  readonly offset?: number;
};

/** Statements on one table. */
export class TableRows<Of extends Columns> {
  private readonly name: RawBuilder<unknown>;

  constructor(
    private readonly table: OwnTable<Of>,
    private readonly db: Db,
    private readonly dialect: Dialect,
  ) {
    this.name = sql.table(table.name);
  }

  async find(where: Where<Of>, page: Page<Of> = {}): Promise<readonly RowOf<Of>[]> {
    const { upTo, orderBy = this.table.key.join(', '), limit, offset = 0 } = page;
    const pageOf = limit === undefined ? sql`` : sql`limit ${limit} offset ${offset}`;
    const { rows } = await sql<Readonly<Record<string, unknown>>>`select * from ${this.name}
      where ${this.matching(where, upTo)} order by ${sql.raw(orderBy)} ${pageOf}`.execute(this.db);
    const { columns } = this.table;
    return rows.map((row) => decodedRow(this.dialect, columns, row) as unknown as RowOf<Of>);
  }

  async count(where: Where<Of>): Promise<number> {
    const { rows } = await sql<{ readonly count: unknown }>`
      select count(*) as count from ${this.name} where ${this.matching(where)}`.execute(this.db);
    return Number(rows[0]?.count);
  }

  /** A row whose key exists stays, or gets the values of `set` if it matches `where`. */
  async insert(
    rows: readonly RowOf<Of>[],
    replace?: { readonly set: Partial<RowOf<Of>>; readonly where: Where<Of> },
  ): Promise<void> {
    if (rows.length === 0) return;
    const columns = Object.keys(this.table.columns);
    const names = sql.join(columns.map((column) => sql.ref(snake(column))));
    const tuples = rows.map(
      (row) =>
        sql`(${sql.join(columns.map((column) => this.encoded(column, ownValue(row, column))))})`,
    );
    const then =
      replace === undefined
        ? sql`nothing`
        : sql`update set ${this.values(replace.set)} where ${this.matching(replace.where)}`;
    await sql`insert into ${this.name} (${names}) values ${sql.join(tuples)}
      on conflict (${sql.raw(this.table.key.join(', '))}) do ${then}`.execute(this.db);
  }

  /** Returns whether a row matched. */
  async update(where: Where<Of>, set: Partial<RowOf<Of>>, upTo?: UpTo<Of>): Promise<boolean> {
    const { numAffectedRows = 0n } = await sql`update ${this.name} set ${this.values(set)}
      where ${this.matching(where, upTo)}`.execute(this.db);
    return numAffectedRows > 0n;
  }

  async delete(where: Where<Of>, upTo?: UpTo<Of>): Promise<void> {
    await sql`delete from ${this.name} where ${this.matching(where, upTo)}`.execute(this.db);
  }

  private matching(where: Where<Of>, upTo: UpTo<Of> = {}): RawBuilder<unknown> {
    // Qualified, because an upsert has two rows.
    const ref = (column: string) => sql.ref(`${this.table.name}.${snake(column)}`);
    const conditions = [
      ...entries(where).map(([column, value]) => {
        if (!Array.isArray(value)) return sql`${ref(column)} = ${this.encoded(column, value)}`;
        const values = value.map((each: Value) => this.encoded(column, each));
        return values.length === 0 ? sql`false` : sql`${ref(column)} in (${sql.join(values)})`;
      }),
      ...entries(upTo).map(
        ([column, value]) => sql`${ref(column)} <= ${this.encoded(column, value)}`,
      ),
    ];
    return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
  }

  private values(set: Partial<RowOf<Of>>): RawBuilder<unknown> {
    return sql.join(
      entries(set).map(
        ([column, value]) => sql`${sql.ref(snake(column))} = ${this.encoded(column, value)}`,
      ),
    );
  }

  private encoded(column: string, value: unknown): unknown {
    return this.dialect.encode(ownValue(this.table.columns, column)!.type, value as Value);
  }
}

/** Omits undefined columns. */
const entries = (object: object) =>
  (Object.entries(object) as [string, Value | readonly Value[] | undefined][]).filter(
    (entry): entry is [string, Value | readonly Value[]] => entry[1] !== undefined,
  );
