import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ControlTables } from './control-tables.js';
import type { RegisteredProjection } from './projection.js';
import { type Db, type Stored, snake } from './sql-engine.js';
import { type Table, columnsOf } from '#kernel/projection/table.js';

/** Errors of an audit, by read model. */
export type AuditErrors = Readonly<Record<string, readonly string[]>>;

/** Tables of all read models of one version of the program. A rebuild fills a new set. */
export type TableSet = {
  /** Number that no other set of any version has. */
  readonly generation: number;
  /** Time when the rebuild began, ISO 8601 UTC. */
  readonly begunAt: string;
  /** Id of the request that started the rebuild; empty if none did. */
  readonly request: string;
  readonly errors: AuditErrors;
};

/** Table sets of one version. */
export type SetsOfVersion = {
  readonly active: TableSet | null;
  /** The set that is being filled, or whose audit failed. */
  readonly rebuild: TableSet | null;
  /** Time when the pointer moved, ISO 8601 UTC. */
  readonly movedAt: string;
  /** Id of the last rebuild request; empty before the first. */
  readonly request: string;
};

const VERSION_LENGTH = 12;

/** Identifies the projections and the tables of a program: equal texts share table sets. Pure. */
export const versionOf = (models: readonly RegisteredProjection[]): string =>
  createHash('sha256')
    .update(JSON.stringify(models.map(({ name, version, tables }) => [name, version, tables])))
    .digest('hex')
    .slice(0, VERSION_LENGTH);

/** A table and its table of counts. */
export const withCounts = (table: Table): readonly Table[] =>
  table.counts === null ? [table] : [table, table.counts];

/**
 * Returns the tables of a set by their names in the program. The SQL names contain version and
 * generation. @throws {RangeError} if two read models share a name or a table
 */
export const storedIn = (
  models: readonly RegisteredProjection[],
  generation: number,
): ReadonlyMap<string, Stored> => {
  const found = new Map<string, Stored>();
  const names = new Set<string>();
  for (const { name: model, version, tables } of models) {
    if (names.has(model)) throw new RangeError(`two read models have the name ${model}`);
    names.add(model);
    for (const table of tables.flatMap(withCounts)) {
      if (found.has(table.name))
        throw new RangeError(`${table.name} is a table of both ${model} and another read model`);
      const name = `${snake(table.name)}_v${version}_g${generation}`;
      found.set(table.name, { table, name, columns: columnsOf(table), model });
    }
  }
  return found;
};

type SetRow = {
  readonly pointer: bigint | number | null;
  readonly moved_at: string;
  readonly requested: string;
  /** Null for a version without table sets. */
  readonly generation: bigint | number | null;
  readonly begun_at: string;
  readonly request: string;
  readonly errors: string;
};

/** Returns the table sets of a version. One query, because each read begins with it. */
export const setsOf = async (db: Db, version: string): Promise<SetsOfVersion> => {
  const { rows } = await sql<SetRow>`
    select v.generation as pointer, v.moved_at, v.request as requested,
      s.generation, s.begun_at, s.request, s.errors
    from read_model_versions v left join table_sets s on s.version = v.version
    where v.version = ${version} order by s.generation`.execute(db);
  const pointer = Number(rows[0]?.pointer ?? 0);
  const sets = rows.flatMap(({ generation, begun_at: begunAt, request, errors }) =>
    generation === null
      ? []
      : [{ generation: Number(generation), begunAt, request, errors: errorsIn(errors) }],
  );
  return {
    active: sets.find(({ generation }) => generation === pointer) ?? null,
    rebuild: sets.findLast(({ generation }) => generation > pointer) ?? null,
    movedAt: rows[0]?.moved_at ?? '',
    request: rows[0]?.requested ?? '',
  };
};

/** Changes the row of a version, or creates it. */
export const writeVersion = async (
  db: Db,
  version: string,
  set: Partial<ControlTables['read_model_versions']>,
): Promise<void> => {
  const created = { version, generation: null, moved_at: '', seen_at: '', request: '', ...set };
  await db
    .insertInto('read_model_versions')
    .values(created)
    .onConflict((same) => same.column('version').doUpdateSet(set))
    .execute();
};

const errorsIn = (text: string): AuditErrors =>
  text === NO_ERRORS ? {} : (JSON.parse(text) as AuditErrors);

export const NO_ERRORS = '{}';

/** A read model whose rebuild failed its audit. */
export type RejectedModel = {
  readonly model: string;
  readonly errors: readonly string[];
  /** Time when the rebuild began, ISO 8601 UTC. */
  readonly begunAt: string;
};

/** Returns the read models that readers cannot see, or see without the last rebuild. Pure. */
export const rejectedModels = ({ active, rebuild }: SetsOfVersion): readonly RejectedModel[] =>
  [active, rebuild].flatMap((set) =>
    Object.entries(set?.errors ?? {}).map(([model, errors]) => ({
      ...{ model, errors },
      begunAt: set?.begunAt ?? '',
    })),
  );

/** Whether nothing is active, or somebody requested a rebuild that did not end yet. Pure. */
export const isRebuildWanted = ({ active, rebuild, request }: SetsOfVersion): boolean => {
  const isRejected = rebuild?.request === request && Object.keys(rebuild.errors).length > 0;
  return (active === null || active.request !== request) && !isRejected;
};
