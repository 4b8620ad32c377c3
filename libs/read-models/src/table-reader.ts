import { sql } from 'kysely';
import { canonical } from './canonical.js';
import type { Dialect } from './dialect.js';
import { type Db, decodedRow, snake } from './sql-engine.js';
import {
  type Columns,
  ORDINAL,
  PARTNER,
  type ReadRow,
  type Table,
  type Value,
  columnsOf,
} from '#kernel/projection/table.js';

type Values<Of extends Columns> = {
  readonly [Name in keyof Of | typeof ORDINAL]?: Value | undefined;
};

/** Omits undefined values. A list matches any of its values. */
export type Filter<Of extends Columns> = {
  readonly [Name in keyof Of]?: Value | readonly Value[] | undefined;
};

export type PageOf<Of extends Columns> = {
  readonly where?: Filter<Of>;
  readonly offset: number;
  readonly limit: number;
  readonly newestFirst?: boolean;
};

export type Search<Of extends Columns> = {
  readonly where?: Filter<Of>;
  readonly atLeast?: Values<Of>;
  readonly below?: Values<Of>;
  /** Texts that columns contain, in any case. Such a search reads all rows. */
  readonly containing?: { readonly [Name in keyof Of]?: string };
  readonly orderBy?: (keyof Of | typeof ORDINAL) & string;
  readonly descending?: boolean;
  readonly limit?: number;
};

export type From = <Of extends Columns>(table: Table<Of>) => TableReader<Of>;

/** The read model is being built for the first time, or failed its audit. */
export class NotReady extends Error {
  override readonly name = 'NotReady';
}

/** A database, or a snapshot of it. */
type Readable = { readonly db: Db; readonly dialect: Dialect };

/**
 * Reads the rows of an active table, of one partner or, with null, of all. @throws {NotReady},
 * {RangeError} for values that do not fit, and errors of the database
 */
export class TableReader<Of extends Columns> {
  private readonly columns: Columns;
  private readonly name: string;

  constructor(
    private readonly source: Readable,
    private readonly table: Table<Of>,
    /** Returns the SQL name of a table. */
    private readonly nameOf: (table: Table) => string,
  ) {
    this.columns = columnsOf(table);
    this.name = nameOf(table);
  }

  /**
   * Returns rows of a numbered table in insertion order, and their total number. With a filter,
   * call it within a snapshot, so that both are of one moment.
   */
  async page(
    partnerId: string,
    { where = {}, offset, limit, newestFirst: descending = false }: PageOf<Of>,
  ): Promise<{ readonly rows: readonly ReadRow<Of>[]; readonly total: number }> {
    if (!this.table.isNumbered)
      throw new RangeError(`${this.table.name} cannot be paged, because its rows are not numbered`);
    const total = await this.total(partnerId, where);
    if (limit === 0 || offset >= total) return { rows: [], total };
    if (!isFiltered(where)) {
      // Ordinals are contiguous, so the offset determines the first one.
      const from = descending ? total - offset - limit : offset;
      const atLeast = { ordinal: BigInt(Math.max(0, from)) } as Values<Of>;
      const below = { ordinal: BigInt(from + limit) } as Values<Of>;
      const page = { atLeast, below, orderBy: ORDINAL, descending } as const;
      return { rows: await this.find(partnerId, page), total };
    }
    const order = descending ? 'desc' : 'asc';
    // The inner query reads ordinals from an index only, so skipped rows are not read.
    const ordinals = this.matching(partnerId, where).select(ORDINAL).orderBy(ORDINAL, order);
    const query = this.matching(partnerId)
      .selectAll()
      .where(ORDINAL, 'in', ordinals.limit(limit).offset(offset))
      .orderBy(ORDINAL, order);
    return { rows: await this.rows(query), total };
  }

  /** Returns the rows that match a search. Without `orderBy` their order is undefined. */
  async find(partnerId: string | null, search: Search<Of>): Promise<readonly ReadRow<Of>[]> {
    const { where = {}, atLeast = {}, below = {}, containing = {} } = search;
    const { orderBy, descending = false, limit } = search;
    let query = this.matching(partnerId, where).selectAll();
    for (const [name, value] of asked(containing)) {
      const part = `%${String(value)
        .toLowerCase()
        .replace(/[\\%_]/g, '\\$&')}%`;
      query = query.where(sql<boolean>`lower(${sql.ref(snake(name))}) like ${part} escape '\\'`);
    }
    for (const [name, value] of asked(atLeast))
      query = query.where(snake(name), '>=', this.encoded(name, value));
    for (const [name, value] of asked(below))
      query = query.where(snake(name), '<', this.encoded(name, value));
    if (orderBy !== undefined) query = query.orderBy(snake(orderBy), descending ? 'desc' : 'asc');
    return this.rows(limit === undefined ? query : query.limit(limit));
  }

  /**
   * Returns a partner's rows with one of these keys, in undefined order. `column` must be unique
   * within a partner.
   */
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

  /** Yields all rows of all partners of a numbered table, in portions. */
  async *all(atOnce: number): AsyncGenerator<readonly ReadRow<Of>[]> {
    for (const partnerId of await this.partners()) {
      for (let offset = 0; ; offset += atOnce) {
        const { rows, total } = await this.page(partnerId, { offset, limit: atOnce });
        if (rows.length > 0) yield rows;
        if (offset + atOnce >= total) break;
      }
    }
  }

  /** Returns the partners that have rows with these values. */
  async partners(where: Filter<Of> = {}): Promise<readonly string[]> {
    const query = this.matching(null, where).select(snake(PARTNER)).distinct();
    const rows = await query.execute();
    return rows.map((row) => String(this.source.dialect.decode('uuid', row[snake(PARTNER)])));
  }

  /** Counts the rows with these values. Uses ordinals or stored counts if possible. */
  async total(partnerId: string, where: Filter<Of> = {}): Promise<number> {
    const { fn } = this.source.db;
    if (this.table.isNumbered && !isFiltered(where)) return Number(await this.end(partnerId));
    const { counts } = this.table;
    if (counts === null || asked(where).some(([name]) => name !== this.table.countedBy))
      return Number(await this.figure(this.matching(partnerId, where), fn.countAll()));
    const value = asked(where)[0]?.[1] as Value | undefined;
    const kept = new TableReader(this.source, counts, this.nameOf).matching(partnerId, { value });
    return Number(await this.figure(kept, fn.sum('count')));
  }

  /**
   * Returns the ordinal of the first row whose value is at least `value`. The column's values must
   * grow with the ordinal. Without such a row, returns the next row's ordinal.
   */
  async firstFrom(partnerId: string, column: keyof Of & string, value: Value): Promise<bigint> {
    const search = { atLeast: { [column]: value } as Values<Of>, orderBy: column, limit: 1 };
    const [row] = await this.find(partnerId, search);
    return row === undefined ? this.end(partnerId) : (row as unknown as Numbered)[ORDINAL];
  }

  async sum(
    partnerId: string | null,
    column: keyof Of & string,
    where: Filter<Of> = {},
  ): Promise<bigint> {
    const sum = this.source.db.fn.sum(snake(column));
    return (await this.figure(this.matching(partnerId, where), sum)) ?? 0n;
  }

  /** Ordinals are contiguous, so the next one equals the number of rows. */
  private async end(partnerId: string): Promise<bigint> {
    const last = await this.figure(this.matching(partnerId), this.source.db.fn.max(ORDINAL));
    return (last ?? -1n) + 1n;
  }

  private async figure(matching: Matching, of: Aggregate): Promise<bigint | null> {
    const row = await matching.select(of.as('figure')).executeTakeFirst();
    const figure = (row?.['figure'] ?? null) as string | bigint | null;
    return figure === null ? null : BigInt(figure);
  }

  private matching(partnerId: string | null, where: Filter<Of> = {}) {
    let query = this.source.db.selectFrom(this.name);
    if (partnerId !== null)
      query = query.where(snake(PARTNER), '=', this.encoded(PARTNER, partnerId));
    for (const [name, value] of asked(where)) {
      const values = [value].flat().map((each) => this.encoded(name, each));
      const known = values.filter((each) => each !== null);
      query = query.where((eb) =>
        eb.or([
          // Some databases reject an empty list.
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

  private async rows(query: {
    execute(): Promise<readonly Readonly<Record<string, unknown>>[]>;
  }): Promise<readonly ReadRow<Of>[]> {
    const found = await query.execute();
    const { dialect } = this.source;
    return found.map((row) => decodedRow(dialect, this.columns, row) as unknown as ReadRow<Of>);
  }
}

type Numbered = { readonly [ORDINAL]: bigint };
type Matching = ReturnType<TableReader<Columns>['matching']>;
type Aggregate = ReturnType<Db['fn']['countAll']>;

const asked = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).filter(([, value]) => value !== undefined);

/** Whether a filter has any value. */
export const isFiltered = (where: Readonly<Record<string, unknown>>): boolean =>
  asked(where).length > 0;
