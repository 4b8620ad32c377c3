export type Survivor = {
  readonly file: string;
  readonly line: number;
  /** The line itself. */
  readonly text: string;
  readonly label: string;
  /** Why nobody could see it; null when nobody has said. */
  readonly why: string | null;
};

export class Tally {
  mutants = 0;
  readonly survivors: Survivor[] = [];

  constructor(
    readonly folder: string,
    readonly files: readonly string[],
  ) {}

  get accepted(): number {
    return this.survivors.filter(({ why }) => why !== null).length;
  }

  get survived(): number {
    return this.survivors.length - this.accepted;
  }

  get killed(): number {
    return this.mutants - this.survivors.length;
  }

  /** Percent of those that somebody could see. */
  get score(): number {
    return (100 * this.killed) / Math.max(1, this.mutants - this.accepted);
  }
}

const HEADS = ['folder', 'mutants', 'killed', 'survived', 'accepted', 'score'];

/** Who survived, and how many in which folder. */
export const report = (tallies: readonly Tally[]): string => {
  const survivors = tallies.flatMap((tally) => tally.survivors);
  const lines = survivors
    .filter(({ why }) => why === null)
    .map(({ file, line, label, text }) => `${file}:${line}  ${label}\n    in: ${text}`);
  return [...lines, ...table([HEADS, ...tallies.map(rowOf)])].join('\n');
};

const rowOf = (tally: Tally): string[] => {
  const { folder, mutants, killed, survived, accepted, score } = tally;
  return [folder, ...[mutants, killed, survived, accepted].map(String), `${score.toFixed(1)} %`];
};

const table = (rows: readonly (readonly string[])[]): string[] => {
  const widths = HEADS.map((_, i) => Math.max(...rows.map((row) => row[i]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  '),
  );
};
