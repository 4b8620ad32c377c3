import { canonical } from './canonical.js';
import { type SqlEngine, decodedRow, snake } from './sql-engine.js';
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

/** The reader of a table. */
export type From = <Of extends Columns>(table: Table<Of>) => TableReader<Of>;

/** A read model that is being made for the first time: there is no part of the truth to show. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** A database, or a snapshot of it. */
export type Readable = Pick<SqlEngine, 'db' | 'dialect'>;

/**
 * Rows of a served table, one partner's at a time or, with null for the partner, all partners'.
 * @throws {NotReady}, {RangeError} for values that a column has no place for, and what the database
 * does.
 */
export class TableReader<Of extends Columns> {
  private readonly columns: Columns;

  constructor(
    private readonly source: Readable,
    private readonly table: Table<Of>,
    /** Where it is kept: under its own name, or as it is filled. */
    private readonly name = snake(table.name),
  ) {
    this.columns = columnsOf(table);
  }

  /**
   * Rows of a numbered table in the order of their insertion, and how many there are in all. With a
   * filter, to be read within a snapshot: both are of one moment then.
   */
  async page(
    partnerId: string,
    { where = {}, offset, limit, newestFirst: descending = false }: PageOf<Of>,
  ): Promise<{ readonly rows: readonly ReadRow<Of>[]; readonly total: number }> {
    if (!this.table.isNumbered) throw new RangeError(`${this.table.name} has no pages`);
    const total = await this.total(partnerId, where);
    if (limit === 0 || offset >= total) return { rows: [], total };
    if (!isFiltered(where)) {
      // Ordinals have no gaps, so the page is found by its first one.
      const from = descending ? total - offset - limit : offset;
      const atLeast = { ordinal: BigInt(Math.max(0, from)) } as Values<Of>;
      const below = { ordinal: BigInt(from + limit) } as Values<Of>;
      const page = { atLeast, below, orderBy: ORDINAL, descending } as const;
      return { rows: await this.find(partnerId, page), total };
    }
    const order = descending ? 'desc' : 'asc';
    // An index alone tells the ordinals of a page: what is skipped costs no look at its row.
    const ordinals = this.matching(partnerId, where).select(ORDINAL).orderBy(ORDINAL, order);
    const query = this.matching(partnerId)
      .selectAll()
      .where(ORDINAL, 'in', ordinals.limit(limit).offset(offset))
      .orderBy(ORDINAL, order);
    return { rows: await this.rows(query), total };
  }

  /** The rows that a search means, in its order or in none. */
  async find(
    partnerId: string | null,
    { where = {}, atLeast = {}, below = {}, orderBy, descending = false, limit }: Search<Of>,
  ): Promise<readonly ReadRow<Of>[]> {
    let query = this.matching(partnerId, where).selectAll();
    for (const [name, value] of asked(atLeast))
      query = query.where(snake(name), '>=', this.encoded(name, value));
    for (const [name, value] of asked(below))
      query = query.where(snake(name), '<', this.encoded(name, value));
    if (orderBy !== undefined) query = query.orderBy(snake(orderBy), descending ? 'desc' : 'asc');
    return this.rows(limit === undefined ? query : query.limit(limit));
  }

  /** A partner's rows with one of these keys, in no order; `column` is unique for a partner. */
  async withKeys(
    partnerId: string,
    column: keyof Of & string,
    keys: readonly Value[],
  ): Promise<readonly ReadRow<Of>[]> {
    if (keys.length === 0) return [];
    const { db, dialect } = this.source;
    const values = keys.map((key) => this.encoded(column, key));
    const wanted = dialect.withKeys({
      partner: [snake(PARTNER), this.encoded(PARTNER, partnerId)],
      key: [snake(column), values],
    });
    return this.rows(db.selectFrom(this.name).selectAll().where(wanted));
  }

  /** All rows of all partners of a numbered table, in portions. */
  async *all(atOnce: number): AsyncGenerator<readonly ReadRow<Of>[]> {
    for (const partnerId of await this.partners()) {
      for (let offset = 0; ; offset += atOnce) {
        const { rows, total } = await this.page(partnerId, { offset, limit: atOnce });
        if (rows.length > 0) yield rows;
        if (offset + atOnce >= total) break;
      }
    }
  }

  /** The partners that have rows with these values. */
  async partners(where: Where<Of> = {}): Promise<readonly string[]> {
    const query = this.matching(null, where).select(snake(PARTNER)).distinct();
    const rows = await this.ready(() => query.execute());
    return rows.map((row) => String(this.source.dialect.decode('uuid', row[snake(PARTNER)])));
  }

  /** How many rows have these values. Ordinals or kept counts tell it where there are some. */
  async total(partnerId: string, where: Where<Of> = {}): Promise<number> {
    const { fn } = this.source.db;
    if (this.table.isNumbered && !isFiltered(where)) return Number(await this.end(partnerId));
    const { counts } = this.table;
    if (counts === null || asked(where).some(([name]) => name !== this.table.countedBy))
      return Number(await this.figure(this.matching(partnerId, where), fn.countAll()));
    const value = asked(where)[0]?.[1] as Value | undefined;
    const kept = new TableReader(this.source, counts).matching(partnerId, { value });
    return Number(await this.figure(kept, fn.sum('count')));
  }

  /**
   * The ordinal of the first row of a numbered table, in the order of a column that grows with it,
   * whose value is at least this; where there is none, the one that the next row will have.
   */
  async firstFrom(partnerId: string, column: keyof Of & string, value: Value): Promise<bigint> {
    const search = { atLeast: { [column]: value } as Values<Of>, orderBy: column, limit: 1 };
    const [row] = await this.find(partnerId, search);
    return row === undefined ? this.end(partnerId) : (row as unknown as Numbered)[ORDINAL];
  }

  /** The sum of a column of integers. */
  async sum(
    partnerId: string | null,
    column: keyof Of & string,
    where: Where<Of> = {},
  ): Promise<bigint> {
    const sum = this.source.db.fn.sum(snake(column));
    return (await this.figure(this.matching(partnerId, where), sum)) ?? 0n;
  }

  /** Ordinals have no gaps, so that the next one is how many there are. */
  private async end(partnerId: string): Promise<bigint> {
    const last = await this.figure(this.matching(partnerId), this.source.db.fn.max(ORDINAL));
    return (last ?? -1n) + 1n;
  }

  private async figure(matching: Matching, of: Aggregate): Promise<bigint | null> {
    const row = await this.ready(() => matching.select(of.as('figure')).executeTakeFirst());
    const figure = (row?.['figure'] ?? null) as string | bigint | null;
    return figure === null ? null : BigInt(figure);
  }

  private matching(partnerId: string | null, where: Where<Of> = {}) {
    let query = this.source.db.selectFrom(this.name);
    if (partnerId !== null)
      query = query.where(snake(PARTNER), '=', this.encoded(PARTNER, partnerId));
    for (const [name, value] of asked(where)) {
      const values = [value].flat().map((each) => this.encoded(name, each));
      const known = values.filter((each) => each !== null);
      query = query.where((eb) =>
        eb.or([
          // Not every database takes an empty list.
          ...(known.length === 0 ? [] : [eb(snake(name), 'in', known)]),
          ...(values.includes(null) ? [eb(snake(name), 'is', null)] : []),
        ]),
      );
    }
    return query;
  }

  private encoded(name: string, value: unknown): unknown {
    const column = this.columns[name];
    if (column === undefined) throw new RangeError(`${this.table.name} has no column ${name}`);
    const { type } = column;
    return this.source.dialect.encode(type, canonical({ type, nullable: true }, name, value));
  }

  /** An older copy that is still served may lack columns: they are null until it is replaced. */
  private async rows(query: {
    execute(): Promise<readonly Readonly<Record<string, unknown>>[]>;
  }): Promise<readonly ReadRow<Of>[]> {
    const found = await this.ready(() => query.execute());
    const { dialect } = this.source;
    return found.map((row) => decodedRow(dialect, this.columns, row) as unknown as ReadRow<Of>);
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

type Numbered = { readonly [ORDINAL]: bigint };
type Matching = ReturnType<TableReader<Columns>['matching']>;
type Aggregate = ReturnType<SqlEngine['db']['fn']['countAll']>;

const asked = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).filter(([, value]) => value !== undefined);

/** Whether a filter asks for anything. */
export const isFiltered = (where: Readonly<Record<string, unknown>>): boolean =>
  asked(where).length > 0;

/** Of a table and, while a copy of an earlier version is served, of a column. */
const UNDEFINED = ['42P01', '42703'];

/** Whether what is read is being made. */
export const isMissing = (error: unknown): boolean => {
  const { message = '', code = '' } = error as Partial<Record<'message' | 'code', string>>;
  return /no such (table|column)/.test(message) || UNDEFINED.includes(code);
};
