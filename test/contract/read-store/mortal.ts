import type { SqlEngine } from '#platform/read-store/sql-engine.js';

/** The process that wrote is no more. */
export class Died extends Error {
  override readonly name = 'Died';
}

export type Moment = 'before' | 'within' | 'after';

/**
 * An engine of a process that dies at its n-th transaction (1: the first): before it, with all of it
 * done but not committed, or when it is committed and nobody has heard of it.
 */
export const mortal = (engine: SqlEngine, nth: number, moment: Moment): SqlEngine => {
  let left = nth;
  const write: SqlEngine['write'] = async (work, options) => {
    left--;
    if (left < 0 || (left === 0 && moment === 'before')) throw new Died();
    const result = await engine.write(async (tx) => {
      const done = await work(tx);
      if (left === 0 && moment === 'within') throw new Died();
      return done;
    }, options);
    if (left === 0) throw new Died();
    return result;
  };
  return Object.create(engine, { write: { value: write } }) as SqlEngine;
};
