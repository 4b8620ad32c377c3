/**
 * The number of runs and the seed of a property, for `fc.assert`. `npm test` takes the same seed every time,
 * so that a change is red only for its own faults; `<name>_RUNS` asks for a long run with a new seed, and
 * `<name>_SEED` repeats one.
 */
export const runsOf = (name: string, short: number): { numRuns: number; seed: number } => {
  const { [`${name}_RUNS`]: runs, [`${name}_SEED`]: seed } = process.env;
  return {
    numRuns: Number(runs ?? short),
    seed: Number(seed ?? (runs === undefined ? 1 : Date.now() % 2 ** 31)),
  };
};
