import { CompiledQuery } from 'kysely';
import {
  type Columns,
  ORDINAL,
  PARTNER,
  type Row,
  integer,
  uuid,
} from '#kernel/projection/table.js';
import { POSTGRES } from './dialect.js';
import {
  type RowStatements,
  type Stored,
  type Tx,
  decodedRow,
  finderOf,
  snake,
} from './sql-engine.js';

/** Sends all rows as one JSON text `x`: a round trip costs more than its content. */
export class PostgresRows implements RowStatements {
  constructor(private readonly db: Tx['db']) {}

  async find(stored: Stored, keys: readonly Row[]): Promise<readonly Row[]> {
    const by = columnsIn(stored, finderOf(stored));
    const text = `select t.* from ${stored.name} as t, ${rowsOf(by)} where ${isSame(stored)}`;
    return this.run(text, by, keys, stored.columns);
  }

  async lastOrdinals({ name }: Stored, partnerIds: readonly string[]) {
    const [given, asked] = [{ [PARTNER]: uuid }, { [PARTNER]: uuid, [ORDINAL]: integer }];
    const text = `select t.partner_id, max(t.ordinal) as ordinal from ${name} as t, ${rowsOf(given)}
      where t.partner_id = x.partner_id group by t.partner_id`;
    const keys = partnerIds.map((partnerId) => ({ partnerId }));
    const rows = await this.run(text, given, keys, asked);
    return new Map(rows.map((row) => [String(row[PARTNER]), BigInt(row[ORDINAL] ?? 0n)]));
  }

  async insert({ name, columns }: Stored, rows: readonly Row[]): Promise<void> {
    const names = Object.keys(columns).map(snake);
    const text = `insert into ${name} (${names.join()}) select ${names.map((each) => `x.${each}`).join()} from ${rowsOf(columns)}`;
    await this.run(text, columns, rows);
  }

  async update(stored: Stored, columns: readonly string[], rows: readonly Row[]): Promise<void> {
    const given = columnsIn(stored, [...finderOf(stored), ...columns]);
    const sets = columns.map((each) => `${snake(each)} = x.${snake(each)}`).join();
    const text = `update ${stored.name} as t set ${sets} from ${rowsOf(given)} where ${isSame(stored)}`;
    await this.run(text, given, rows);
  }

  async delete(stored: Stored, rows: readonly Row[]): Promise<void> {
    const by = columnsIn(stored, finderOf(stored));
    const text = `delete from ${stored.name} as t using ${rowsOf(by)} where ${isSame(stored)}`;
    await this.run(text, by, rows);
  }

  private async run(
    text: string,
    given: Columns,
    rows: readonly Row[],
    asked: Columns = {},
  ): Promise<readonly Row[]> {
    if (rows.length === 0) return [];
    const columns = Object.entries(given);
    const json = rows.map((row) =>
      Object.fromEntries(
        columns.map(([name, { type }]) => [snake(name), POSTGRES.encode(type, row[name] ?? null)]),
      ),
    );
    const query = CompiledQuery.raw(text, [JSON.stringify(json)]);
    const { rows: found } = await this.db.executeQuery<Record<string, unknown>>(query);
    return found.map((row) => decodedRow(POSTGRES, asked, row));
  }
}

const rowsOf = (columns: Columns): string => {
  const typed = Object.entries(columns).map(
    ([name, { type }]) => `${snake(name)} ${POSTGRES.types[type]}`,
  );
  return `json_to_recordset($1::json) as x(${typed.join()})`;
};

const columnsIn = ({ columns }: Stored, names: readonly string[]): Columns =>
  Object.fromEntries(names.map((name) => [name, columns[name]!]));

const isSame = (stored: Stored): string =>
  finderOf(stored)
    .map((each) => `t.${snake(each)} = x.${snake(each)}`)
    .join(' and ');
