import { sql } from 'kysely';
import { copiesIn } from './copies.js';
import type { Formats } from './dialect.js';
import type { RegisteredProjection } from './projection.js';
import type { SqlEngine, Tx } from './sql-engine.js';

/** A documented table for finance and BI under a stable name; see `docs/finance/data.md`. */
export type View = {
  readonly name: string;
  /** The read models whose tables the view reads. */
  readonly of: readonly string[];
  readonly select: (formats: Formats) => string;
};

/** The views of this version, and the read models whose tables they read. */
type Viewed = {
  readonly engine: SqlEngine;
  readonly models: readonly RegisteredProjection[];
  readonly views: readonly View[];
};

/** Role that may read only the views. It exists in some databases. */
const READER = 'brokerage_reader';

/**
 * Drops the views before their tables are dropped. Also drops third-party objects on them, which
 * would keep the old tables.
 */
export const dropViews = async (
  { db }: Tx,
  { engine: { dialect }, views }: Pick<Viewed, 'engine' | 'views'>,
): Promise<void> => {
  const end = dialect.name === 'postgres' ? ' cascade' : '';
  for (const { name } of views)
    if ((await IS_VIEW[dialect.name](name).execute(db)).rows.length > 0)
      await sql.raw(`drop view ${name}${end}`).execute(db);
};

/** Creates the views whose read models are active in this version. The views must not exist yet. */
export const createViews = async (tx: Tx, viewed: Viewed): Promise<void> => {
  const { engine } = viewed;
  const made = await activeViews(tx, viewed);
  for (const { name, select } of made)
    await sql.raw(`create view ${name} as ${select(engine.dialect.formats)}`).execute(tx.db);
  if (engine.dialect.name === 'postgres' && (await hasReader(tx)))
    for (const { name } of made)
      await sql.raw(`grant select on ${name} to ${READER}`).execute(tx.db);
};

/** Replaces the views: another version may have defined them differently. */
export const remakeViews = async (tx: Tx, viewed: Viewed): Promise<void> => {
  await dropViews(tx, { engine: viewed.engine, views: await activeViews(tx, viewed) });
  await createViews(tx, viewed);
};

const activeViews = async ({ db }: Tx, { models, views }: Viewed): Promise<readonly View[]> => {
  const copies = await copiesIn(db);
  const isActive = (wanted: string): boolean =>
    copies.some(
      ({ slot, name, version }) =>
        slot === 'served' &&
        name === wanted &&
        models.some((model) => model.name === name && model.version === version),
    );
  return views.filter(({ of }) => of.every(isActive));
};

/** A version without views used these names for tables. */
const IS_VIEW = {
  sqlite: (name: string) => sql`select 1 from sqlite_master where name = ${name} and type = 'view'`,
  postgres: (name: string) =>
    sql`select 1 from pg_class where oid = to_regclass(${name}) and relkind = 'v'`,
};

const hasReader = async ({ db }: Tx): Promise<boolean> =>
  (await sql`select 1 from pg_roles where rolname = ${READER}`.execute(db)).rows.length > 0;
