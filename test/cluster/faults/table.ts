import type { Outcome } from './trial.js';

export const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

const line = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);

const HEAD = [
  ...['part', 'harm', 'commands', 'failed', 'reads', 'failed', 'slowest, s', 'none fails after, s'],
  ...['longest deposit, s', 'in the list after, s'],
];

export const head = (): void => {
  line(HEAD);
  line(HEAD.map((_, i) => (i < 2 ? '---' : '--:')));
};

export const tell = (outcome: Outcome): void => {
  const { part, harm, commands, commandsFailed, reads, readsFailed } = outcome;
  const { slowestMs, answersAfterMs, depositMs, listMs } = outcome;
  const times = [slowestMs, answersAfterMs, depositMs, listMs].map(seconds);
  line([part, harm, commands, commandsFailed, reads, readsFailed, ...times]);
};
