import { sql } from 'kysely';
import type { Table } from '#kernel/projection/table.js';
import type { Formats } from './dialect.js';
import type { Stored, Tx } from './sql-engine.js';
import type { AuditErrors } from './table-set.js';

/** SQL expressions of a view. */
export type ViewParts = Formats & {
  /** SQL name of a table. */
  readonly table: (table: Table) => string;
};

/** A documented table for finance and BI under a stable name; see `docs/finance/data.md`. */
export type View = {
  readonly name: string;
  readonly select: (parts: ViewParts) => string;
};

/** Views, and the tables of each set. */
type Viewed = {
  readonly views: readonly View[];
  readonly stored: (generation: number, table: Table) => Stored;
};

/** Role that may read only the views. It exists in some databases. */
const READER = 'brokerage_reader';

/** Drops the views. PostgreSQL also drops third-party objects on them. */
export const dropViews = async ({ db, dialect }: Tx, views: readonly View[]): Promise<void> => {
  const end = dialect.name === 'postgres' ? ' cascade' : '';
  for (const { name } of views) await sql.raw(`drop view if exists ${name}${end}`).execute(db);
};

/** Replaces the views by views of this table set. Omits tables that failed their audit. */
export const replaceViews = async (
  tx: Tx,
  store: Viewed,
  { generation, errors }: { readonly generation: number; readonly errors: AuditErrors },
): Promise<void> => {
  const { db, dialect } = tx;
  await dropViews(tx, store.views);
  const made: string[] = [];
  for (const { name, select } of store.views) {
    const models = new Set<string>();
    const table = (each: Table): string => {
      const stored = store.stored(generation, each);
      models.add(stored.model);
      return stored.name;
    };
    const query = select({ ...dialect.formats, table });
    if ([...models].some((model) => errors[model] !== undefined)) continue;
    await sql.raw(`create view ${name} as ${query}`).execute(db);
    made.push(name);
  }
  if (dialect.name !== 'postgres') return;
  const reader = await sql`select 1 from pg_roles where rolname = ${READER}`.execute(db);
  if (reader.rows.length === 0) return;
  for (const name of made) await sql.raw(`grant select on ${name} to ${READER}`).execute(db);
};
