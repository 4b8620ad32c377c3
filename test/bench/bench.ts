import type { Row } from './row.js';

export type Form = {
  /** The form that every run of the tests can afford. */
  readonly quick: boolean;
  readonly rounds: number;
  /** Of the log that is rebuilt from; null: as the goals have it. */
  readonly events: number | null;
  /** Sources of an earlier version that reads and commands are held against, too. */
  readonly beside: string | null;
  readonly say: (line: string) => void;
};

export type Bench = {
  readonly name: string;
  run(form: Form): Promise<readonly Row[]>;
};

/**
 * Both sides of a ratio in turn, so that what slows the machine for a while slows both. The first
 * round warms up and does not count.
 */
export const alternating = async (
  { rounds, say }: Form,
  measure: () => Promise<number>,
  refer: () => Promise<number>,
): Promise<{ measured: number[]; reference: number[] }> => {
  const [measured, reference]: [number[], number[]] = [[], []];
  for (let round = 0; round <= rounds; round++) {
    const [ours, theirs] = [await measure(), await refer()];
    if (round === 0) continue;
    measured.push(ours);
    reference.push(theirs);
    say(`round ${round} of ${rounds}: ${ours.toPrecision(4)} to ${theirs.toPrecision(4)}`);
  }
  return { measured, reference };
};
