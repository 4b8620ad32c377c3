import Table from 'cli-table3';

/** One line of the table. Programs read it as JSON, too. */
export type Row = {
  readonly name: string;
  /** In `unit`, the median of all rounds. */
  readonly measured: number;
  readonly unit: string;
  /** In the same unit and the same run; null when the goal is a figure by itself. */
  readonly reference: number | null;
  /** `measured` to `reference`; null when there is no reference. */
  readonly ratio: number | null;
  /** What the ratio, or else the figure, must reach: `≥ 0.6`, `≤ 20 ms`. */
  readonly goal: string;
  readonly met: boolean;
  /** Least and greatest of the rounds, for people. */
  readonly spread?: string;
  /** How far from its goal: 1 is just met, below that it is missed. */
  readonly margin: number;
};

type Goal = { readonly atLeast: number } | { readonly atMost: number };

type Figure = {
  readonly name: string;
  readonly unit: string;
  readonly measured: readonly number[];
  /** As many as there are measured, each taken beside its own. */
  readonly reference?: readonly number[];
  readonly goal: Goal;
};

/** The ratio is the median of the rounds' ratios: what slows the machine slows both sides. */
export const rowOf = ({ name, unit, measured, reference, goal }: Figure): Row => {
  const ratios = reference?.map((one, round) => (measured[round] ?? 0) / one) ?? null;
  const judged = ratios ?? measured;
  const value = median(judged);
  const margin = marginOf(value, goal);
  return {
    name,
    measured: rounded(median(measured)),
    unit,
    reference: reference === undefined ? null : rounded(median(reference)),
    ratio: ratios === null ? null : rounded(value),
    goal: textOf(goal, ratios === null ? unit : ''),
    met: margin >= 1,
    spread: `${rounded(Math.min(...judged))}–${rounded(Math.max(...judged))}`,
    margin: rounded(margin),
  };
};

const marginOf = (value: number, goal: Goal): number =>
  'atLeast' in goal ? value / goal.atLeast : goal.atMost / Math.max(value, Number.EPSILON);

const textOf = (goal: Goal, unit: string): string =>
  `${'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`} ${unit}`.trim();

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2;
};

/** The number that this part of all numbers does not exceed. */
export const percentile = (numbers: readonly number[], part: number): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
};

const rounded = (value: number): number => Number(value.toPrecision(4));

export const tableOf = (rows: readonly Row[]): string => {
  const table = new Table({
    head: ['name', 'measured', 'reference', 'ratio', 'spread', 'goal', 'met'],
    style: { head: [], border: [] },
  });
  for (const { name, measured, unit, reference, ratio, spread = '', goal, met } of rows)
    table.push([
      name,
      `${measured} ${unit}`,
      reference === null ? '–' : `${reference} ${unit}`,
      ratio ?? '–',
      spread,
      goal,
      met ? 'yes' : 'no',
    ]);
  return table.toString();
};
