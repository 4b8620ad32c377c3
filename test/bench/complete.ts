import Database from 'better-sqlite3';
import type { Redis } from 'ioredis';
import { pause } from '#platform/core/pause.js';
import { ProjectionControl } from '#platform/read-models/control.js';
import { projections } from '../../apps/parts.js';

const BEGUN_LOOK_MS = 5;

/** The position of the last event in the log of this file. */
export const headOf = (file: string): number => {
  const db = new Database(file, { readonly: true });
  const head = db.prepare<[], { head: number }>('SELECT max(position) AS head FROM events').get();
  db.close();
  return head?.head ?? 0;
};

/**
 * Resolves when the filling of a lost read model has begun. The projector looks once a second
 * whether anything is lost, which says nothing of how fast it fills.
 */
export const begun = async (redis: Redis): Promise<void> => {
  const controls = controlsOf(redis);
  const isBegun = async () =>
    (await Promise.all(controls.map((one) => one.load()))).some(
      ({ registry }) => registry !== null,
    );
  while (!(await isBegun())) await pause(BEGUN_LOOK_MS);
};

/** Resolves when readers see all read models as they are at that position. */
export const complete = async (
  redis: Redis,
  head: number,
  withinMs: number,
  lookMs = 50,
): Promise<void> => {
  const endMs = Date.now() + withinMs;
  const controls = controlsOf(redis);
  while (!(await Promise.all(controls.map((one) => isComplete(one, head)))).every(Boolean)) {
    if (Date.now() > endMs) throw new Error(`not rebuilt within ${withinMs / 1_000} s`);
    await pause(lookMs);
  }
};

const controlsOf = (redis: Redis): readonly ProjectionControl[] =>
  projections.map(({ name }) => new ProjectionControl(redis, name));

const isComplete = async (control: ProjectionControl, head: number): Promise<boolean> => {
  const { registry, checkpoints } = await control.load();
  if (registry === null || registry.active === null || registry.building !== null) return false;
  return Number(checkpoints.get(registry.active.id) ?? 0) >= head;
};
