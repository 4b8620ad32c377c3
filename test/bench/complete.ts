import Database from 'better-sqlite3';
import { pause } from '#kernel/concurrency/pause.js';
import type { ReadStore } from '#read-models/read-store.js';

const BEGUN_LOOK_MS = 5;

/** The position of the last event in the log of this file. */
export const headOf = (file: string): number => {
  const db = new Database(file, { readonly: true });
  const head = db.prepare<[], { head: number }>('SELECT max(position) AS head FROM events').get();
  db.close();
  return head?.head ?? 0;
};

/** Resolves when the filling of lost read models has begun. */
export const begun = async (store: ReadStore): Promise<void> => {
  while ((await store.sets()).rebuild === null) await pause(BEGUN_LOOK_MS);
};

/** Resolves when readers see all read models as they are at that position. */
export const complete = async (
  store: ReadStore,
  head: number,
  withinMs: number,
  lookMs = 50,
): Promise<void> => {
  const endMs = Date.now() + withinMs;
  while (!(await isComplete(store, head))) {
    if (Date.now() > endMs) throw new Error(`not rebuilt within ${withinMs / 1_000} s`);
    await pause(lookMs);
  }
};

const isComplete = async (store: ReadStore, head: number): Promise<boolean> => {
  const { active, rebuild } = await store.sets();
  if (active === null || rebuild !== null) return false;
  const places = await store.checkpoints();
  return places.length > 0 && places.every(({ place }) => Number(place.position) >= head);
};
