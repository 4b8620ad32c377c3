import { type Filter, canonicalFilter } from './canonical.js';
import { countsOf } from './definitions.js';
import { type SqlEngine, snake } from './sql-engine.js';
import {
  type Columns,
  ORDINAL,
  PARTNER,
  type ReadRow,
  type Table,
  type Value,
  columnsOf,
} from './table.js';

type Values<Of extends Columns> = {
  readonly [Name in keyof Of | typeof ORDINAL]?: Value | undefined;
};

/** What is undefined is not asked for. A list stands for any of its values. */
export type Where<Of extends Columns> = {
  readonly [Name in keyof Of]?: Value | readonly Value[] | undefined;
};

export type PageOf<Of extends Columns> = {
  readonly where?: Where<Of>;
  readonly offset: number;
  readonly limit: number;
  readonly newestFirst?: boolean;
};

export type Search<Of extends Columns> = {
  readonly where?: Where<Of>;
  readonly atLeast?: Values<Of>;
  readonly below?: Values<Of>;
  readonly orderBy?: (keyof Of | typeof ORDINAL) & string;
  readonly descending?: boolean;
  readonly limit?: number;
};

/** A read model that is being made for the first time: there is no part of the truth to show. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

type Readable = Pick<SqlEngine, 'db' | 'encode' | 'decode'>;

/** The database as a snapshot of it shows it. */
export const readableAt = (engine: SqlEngine, db: SqlEngine['db']): Readable => ({
  db,
  encode: (type, value) => engine.encode(type, value),
  decode: (type, raw) => engine.decode(type, raw),
});

/**
 * Rows of a served table, one partner's at a time or, with null for the partner, all partners'.
 * @throws {NotReady}, {RangeError} for values that a column has no place for, and what the database
 * does.
 */
export class TableReader<Of extends Columns> {
  private readonly columns: ReturnType<typeof namesOf>;

  constructor(
    private readonly engine: Readable,
    private readonly table: Table<Of>,
    /** Where it is kept: under its own name, or as it is filled. */
    private readonly name = snake(table.name),
  ) {
    this.columns = namesOf(table);
  }

  /**
   * Rows of a numbered table in the order of their insertion, and how many there are in all. With a
   * filter, to be read within a snapshot: both are of one moment then.
   */
  async page(
    partnerId: string,
    { where = {}, offset, limit, newestFirst = false }: PageOf<Of>,
  ): Promise<{ readonly rows: readonly ReadRow<Of>[]; readonly total: number }> {
    if (!this.table.isNumbered) throw new RangeError(`${this.table.name} has no pages`);
    const filter = this.filterOf(where);
    const total = await this.totalOf(partnerId, filter);
    if (limit === 0 || offset >= total) return { rows: [], total };
    const order = newestFirst ? 'desc' : 'asc';
    const page = this.matching(partnerId, []).selectAll().orderBy(ORDINAL, order);
    // Without a filter ordinals have no gaps, so the page is found by its first one.
    const from = newestFirst ? total - offset - limit : offset;
    const bounded =
      filter.length === 0
        ? page
            .where(ORDINAL, '>=', this.encoded(ORDINAL, BigInt(Math.max(0, from))))
            .where(ORDINAL, '<', this.encoded(ORDINAL, BigInt(from + limit)))
        : page.where(ORDINAL, 'in', this.ordinalsOf(partnerId, filter, { offset, limit, order }));
    const rows = await this.ready(() => bounded.execute());
    return { rows: rows.map((row) => this.decoded(row)), total };
  }

  /** The rows that a search means, in its order or in none. */
  async find(
    partnerId: string | null,
    { where = {}, atLeast = {}, below = {}, orderBy, descending = false, limit }: Search<Of>,
  ): Promise<readonly ReadRow<Of>[]> {
    let query = this.matching(partnerId, this.filterOf(where)).selectAll();
    for (const [name, value] of this.boundsOf(atLeast))
      query = query.where(snake(name), '>=', this.encoded(name, value));
    for (const [name, value] of this.boundsOf(below))
      query = query.where(snake(name), '<', this.encoded(name, value));
    if (orderBy !== undefined) query = query.orderBy(snake(orderBy), descending ? 'desc' : 'asc');
    if (limit !== undefined) query = query.limit(limit);
    const rows = await this.ready(() => query.execute());
    return rows.map((row) => this.decoded(row));
  }

  /** All rows of all partners of a numbered table, in portions. */
  async *all(atOnce: number): AsyncGenerator<readonly ReadRow<Of>[]> {
    for (const partnerId of await this.partners()) {
      for (let from = 0; ; from += atOnce) {
        const atLeast = { ordinal: BigInt(from) } as Values<Of>;
        const below = { ordinal: BigInt(from + atOnce) } as Values<Of>;
        const rows = await this.find(partnerId, { atLeast, below, orderBy: ORDINAL });
        if (rows.length > 0) yield rows;
        if (rows.length < atOnce) break;
      }
    }
  }

  /** The partners that have rows with these values. */
  async partners(where: Where<Of> = {}): Promise<readonly string[]> {
    const query = this.matching(null, this.filterOf(where)).select(snake(PARTNER)).distinct();
    const rows = await this.ready(() => query.execute());
    return rows.map((row) => String(this.engine.decode('uuid', row[snake(PARTNER)])));
  }

  /** How many rows have these values. Kept counts tell it where there are some. */
  async total(partnerId: string, where: Where<Of> = {}): Promise<number> {
    return this.totalOf(partnerId, this.filterOf(where));
  }

  private async totalOf(partnerId: string, filter: Filter): Promise<number> {
    if (this.table.isNumbered && filter.length === 0) return Number(await this.end(partnerId));
    const counted = countsOf(this.table);
    if (counted === null || filter.some(([name]) => name !== this.table.countedBy))
      return this.counted(this.matching(partnerId, filter), null);
    const counts = new TableReader(this.engine, counted);
    const values = filter.map(([, each]) => ['value', each] as const);
    return this.counted(counts.matching(partnerId, values), 'count');
  }

  /**
   * The ordinal of the first row of a numbered table, in the order of a column that grows with it,
   * whose value is at least this; where there is none, the one that the next row will have.
   */
  async firstFrom(partnerId: string, column: keyof Of & string, value: Value): Promise<bigint> {
    const query = this.matching(partnerId, [])
      .select(ORDINAL)
      .where(snake(column), '>=', this.encoded(column, value))
      .orderBy(snake(column))
      .limit(1);
    const row = await this.ready(() => query.executeTakeFirst());
    return row === undefined ? this.end(partnerId) : BigInt(row[ORDINAL] as bigint | string);
  }

  /** The sum of a column of integers. */
  async sum(
    partnerId: string | null,
    column: keyof Of & string,
    where: Where<Of> = {},
  ): Promise<bigint> {
    const { fn } = this.engine.db;
    const query = this.matching(partnerId, this.filterOf(where)).select(
      fn.sum(snake(column)).as('total'),
    );
    const row = await this.ready(() => query.executeTakeFirst());
    return BigInt(row?.total ?? 0);
  }

  /** Ordinals have no gaps, so that the next one is how many there are. */
  private async end(partnerId: string): Promise<bigint> {
    const { fn } = this.engine.db;
    const query = this.matching(partnerId, []).select(fn.max(ORDINAL).as('last'));
    const last = (await this.ready(() => query.executeTakeFirst()))?.last ?? null;
    return last === null ? 0n : BigInt(last as bigint | string) + 1n;
  }

  /** Those of a page, which an index alone tells: what is skipped costs no look at its row. */
  private ordinalsOf(
    partnerId: string,
    filter: Filter,
    { offset, limit, order }: { offset: number; limit: number; order: 'asc' | 'desc' },
  ) {
    const query = this.matching(partnerId, filter).select(ORDINAL).orderBy(ORDINAL, order);
    return query.limit(limit).offset(offset);
  }

  private async counted(
    matching: ReturnType<TableReader<Of>['matching']>,
    kept: string | null,
  ): Promise<number> {
    const { fn } = this.engine.db;
    const query = matching.select((kept === null ? fn.countAll() : fn.sum(kept)).as('total'));
    const row = await this.ready(() => query.executeTakeFirst());
    return Number(row?.total ?? 0);
  }

  private matching(partnerId: string | null, filter: Filter) {
    let query = this.engine.db.selectFrom(this.name);
    if (partnerId !== null)
      query = query.where(snake(PARTNER), '=', this.engine.encode('uuid', partnerId));
    for (const [name, values] of filter) {
      const encoded = values
        .filter((value) => value !== null)
        .map((value) => this.encoded(name, value));
      query = query.where((eb) =>
        eb.or([
          // Not every database takes an empty list.
          ...(encoded.length === 0 ? [] : [eb(snake(name), 'in', encoded)]),
          ...(values.includes(null) ? [eb(snake(name), 'is', null)] : []),
        ]),
      );
    }
    return query;
  }

  private filterOf(where: Readonly<Record<string, unknown>>): Filter {
    return canonicalFilter(this.table, where);
  }

  private boundsOf(bounds: Readonly<Record<string, unknown>>) {
    return this.filterOf(bounds).map(([name, [value = null]]) => [name, value] as const);
  }

  private encoded(name: string, value: Value): unknown {
    const type = name === ORDINAL ? 'integer' : (this.table.columns[name]?.type ?? 'text');
    return this.engine.encode(type, value);
  }

  /** An older copy that is still served may lack columns: they are null until it is replaced. */
  private decoded(row: Readonly<Record<string, unknown>>): ReadRow<Of> {
    const decoded: Record<string, Value> = {};
    for (const { name, inSql, type } of this.columns)
      decoded[name] = this.engine.decode(type, row[inSql]);
    return decoded as unknown as ReadRow<Of>;
  }

  private async ready<Result>(read: () => Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      if (isMissing(error)) throw new NotReady(`${this.name} is being made`);
      throw error;
    }
  }
}

const known = new WeakMap<Table, ReturnType<typeof madeNames>>();

/** Names and types of a table's columns, worked out once. */
const namesOf = (table: Table) => {
  const names = known.get(table) ?? madeNames(table);
  known.set(table, names);
  return names;
};

const madeNames = (table: Table) =>
  Object.entries(columnsOf(table)).map(([name, { type }]) => ({ name, inSql: snake(name), type }));

/** Of a table and, while a copy of an earlier version is served, of a column. */
const UNDEFINED = ['42P01', '42703'];

/** Whether what is read is being made. */
export const isMissing = (error: unknown): boolean => {
  const { message = '', code = '' } = error as Partial<Record<'message' | 'code', string>>;
  return /no such (table|column)/.test(message) || UNDEFINED.includes(code);
};
