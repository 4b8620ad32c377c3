import type { SqlEngine } from '#read-models/sql-engine.js';

/** The process that wrote has died. */
export class Died extends Error {
  override readonly name = 'Died';
}

export type Moment = 'before' | 'within' | 'after';

/**
 * An engine of a process that dies at its n-th transaction, from 1: before it, before its commit,
 * or after its commit without a response.
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
