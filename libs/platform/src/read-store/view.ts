import { sql } from 'kysely';
import { copiesIn } from './copies.js';
import type { Formats } from './dialect.js';
import type { RegisteredModel } from './read-model.js';
import type { SqlEngine, Tx } from './sql-engine.js';

/** A documented table for finance and BI under a stable name; see `docs/data.md`. */
export type View = {
  readonly name: string;
  /** The read models whose tables it reads. */
  readonly of: readonly string[];
  readonly select: (formats: Formats) => string;
};

/** What views are made of: those of this version, over the tables of its read models. */
type Viewed = {
  readonly engine: SqlEngine;
  readonly models: readonly RegisteredModel[];
  readonly views: readonly View[];
};

/** Who may read the views and nothing else, where the database has such a role. */
const READER = 'brokerage_reader';

/**
 * Views hold on to their tables, so they go before a table does, and what others built on them goes
 * as well: it must not keep the old tables served.
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

/** Makes those views whose read models are served as this version has them; none of them is there. */
export const createViews = async (tx: Tx, viewed: Viewed): Promise<void> => {
  const { engine } = viewed;
  const made = await servedViews(tx, viewed);
  for (const { name, select } of made)
    await sql.raw(`create view ${name} as ${select(engine.dialect.formats)}`).execute(tx.db);
  if (engine.dialect.name === 'postgres' && (await hasReader(tx)))
    for (const { name } of made)
      await sql.raw(`grant select on ${name} to ${READER}`).execute(tx.db);
};

/** The same where they may be there: another version may have made them otherwise. */
export const remakeViews = async (tx: Tx, viewed: Viewed): Promise<void> => {
  await dropViews(tx, { engine: viewed.engine, views: await servedViews(tx, viewed) });
  await createViews(tx, viewed);
};

const servedViews = async ({ db }: Tx, { models, views }: Viewed): Promise<readonly View[]> => {
  const copies = await copiesIn(db);
  const isServed = (wanted: string): boolean =>
    copies.some(
      ({ slot, name, version }) =>
        slot === 'served' &&
        name === wanted &&
        models.some((model) => model.name === name && model.version === version),
    );
  return views.filter(({ of }) => of.every(isServed));
};

/** A version without views had tables of these names. */
const IS_VIEW = {
  sqlite: (name: string) => sql`select 1 from sqlite_master where name = ${name} and type = 'view'`,
  postgres: (name: string) =>
    sql`select 1 from pg_class where oid = to_regclass(${name}) and relkind = 'v'`,
};

const hasReader = async ({ db }: Tx): Promise<boolean> =>
  (await sql`select 1 from pg_roles where rolname = ${READER}`.execute(db)).rows.length > 0;
