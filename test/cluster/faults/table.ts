import type { Outcome } from './trial.js';

export const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

const line = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);

const HEAD = [
  ...['part', 'harm', 'commands', 'later', 'failed', 'reads', 'later', 'failed', 'slowest, s'],
  ...['all well after, s', 'longest deposit, s', 'in the list after, s', 'late itself, s'],
];

export const head = (): void => {
  line(HEAD);
  line(HEAD.map((_, i) => (i < 2 ? '---' : '--:')));
};

export const tell = (outcome: Outcome): void => {
  const { part, harm, commands, reads } = outcome;
  const { slowestMs, answersAfterMs, depositMs, listMs, lateMs } = outcome;
  const counts = [commands, reads].flatMap(({ all, later, failed }) => [all, later, failed]);
  const times = [slowestMs, answersAfterMs, depositMs, listMs, lateMs].map(seconds);
  line([part, harm, ...counts, ...times]);
};
