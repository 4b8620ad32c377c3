import Database from 'better-sqlite3';
import { pause } from '#kernel/concurrency/pause.js';
import type { ReadStore } from '#read-models/read-store.js';

const BEGUN_LOOK_MS = 5;
const RECORDED_LOOK_MS = 50;
const RECORDED_WITHIN_MS = 300_000;

/** The position of the last event in the log of this file. */
export const headOf = (file: string): number => {
  const db = new Database(file, { readonly: true });
  const head = db.prepare<[], { head: number }>('SELECT max(position) AS head FROM events').get();
  db.close();
  return head?.head ?? 0;
};

/** Resolves when this many events of a type are in the log after a position. */
export const untilRecorded = async (
  file: string,
  type: string,
  after: number,
  amount: number,
): Promise<void> => {
  const endMs = Date.now() + RECORDED_WITHIN_MS;
  while (countOf(file, type, after) < amount) {
    if (Date.now() > endMs) throw new Error(`${amount} events ${type} did not come in time`);
    await pause(RECORDED_LOOK_MS);
  }
};

/** Counts only new events, so that the look takes little from the service. */
const countOf = (file: string, type: string, after: number): number => {
  const db = new Database(file, { readonly: true });
  try {
    const count = db.prepare<[number, string], { n: number }>(
      'SELECT count(*) AS n FROM events WHERE position > ? AND type = ?',
    );
    return count.get(after, type)?.n ?? 0;
  } finally {
    db.close();
  }
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
