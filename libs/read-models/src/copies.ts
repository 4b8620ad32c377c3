import type { Slot } from './definitions.js';
import type { SqlEngine, Tx } from './sql-engine.js';

/** The active copy of one read model, or its rebuild. */
export type Copy = {
  readonly name: string;
  readonly slot: Slot;
  readonly version: number;
  readonly generation: number;
  readonly request: string;
  /** Time when the rebuild began, ISO 8601 UTC. */
  readonly begunAt: string;
  readonly layout: string;
  readonly faults: string;
};

export const copiesIn = async (db: Tx['db'] | SqlEngine['db']): Promise<readonly Copy[]> => {
  const rows = await db.selectFrom('read_models').selectAll().execute();
  return rows.map(({ begun_at: begunAt, ...row }) => ({
    ...row,
    begunAt,
    slot: row.slot as Slot,
    version: Number(row.version),
    generation: Number(row.generation),
  }));
};

export const copyOf = (copies: readonly Copy[], slot: Slot, name: string): Copy | undefined =>
  copies.find((each) => each.slot === slot && each.name === name);

/** Identifies the copies in a slot: equal texts mean the same copies. */
export const idsOf = (copies: readonly Copy[], slot: Slot): string =>
  copies
    .filter((each) => each.slot === slot)
    .map(({ name, generation }) => `${name} ${generation}`)
    .sort()
    .join();
