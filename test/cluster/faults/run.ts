import { shown } from '../../faults/settle.js';
import { HARMS, type Outcome, Trial } from './trial.js';

const forMs = Number(process.env['CLUSTER_FAULTS_SECONDS'] ?? 10) * 1_000;
const ratePerS = Number(process.env['CLUSTER_FAULTS_RATE'] ?? 6);
const seed = Number(process.env['CLUSTER_FAULTS_SEED'] ?? 1);
/** Done last, as it cannot be undone. */
const REPLACED = 'replaced';
const wanted = process.argv.slice(2);

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

const line = (cells: readonly (string | number)[]): void => console.log(`| ${cells.join(' | ')} |`);

const HEAD = [
  ...['part', 'harm', 'commands', 'failed', 'reads', 'failed', 'slowest, s', 'none fails after, s'],
  ...['longest deposit, s', 'in the list after, s'],
];

const tell = (outcome: Outcome): void => {
  const { part, harm, commands, commandsFailed, reads, readsFailed } = outcome;
  const { slowestMs, answersAfterMs, depositMs, listMs } = outcome;
  const times = [slowestMs, answersAfterMs, depositMs, listMs].map(seconds);
  line([part, harm, commands, commandsFailed, reads, readsFailed, ...times]);
};

const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name);

const sufferAll = async (trial: Trial): Promise<void> => {
  const which: string[] = [];
  const note = (outcome: Outcome): void => {
    tell(outcome);
    if (outcome.which !== '') which.push(`${outcome.part} ${outcome.harm}: ${outcome.which}`);
  };
  line(HEAD);
  line(HEAD.map((_, i) => (i < 2 ? '---' : '--:')));
  for (const part of trial.parts.filter(({ name }) => isWanted(name)))
    for (const harm of HARMS) {
      const outcome = await trial.suffer(part, harm, forMs);
      if (outcome !== null) note(outcome);
    }
  if (isWanted(REPLACED)) note(await trial.replacePrimary(forMs));
  if (which.length > 0) console.log('\nCommands that failed, and were sent again:');
  for (const each of which) console.log(`- ${each}`);
};

/** Answers whether the books agree and no request took too long. */
const tryAll = async (): Promise<boolean> => {
  const trial = await Trial.open(seed, ratePerS);
  const interrupted = () => void trial.close().then(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const unknown = wanted.find(
      (word) => word !== REPLACED && !trial.parts.some(({ name }) => name === word),
    );
    if (unknown !== undefined) {
      const names = [...trial.parts.map(({ name }) => name), REPLACED];
      console.error(`There is no part ${unknown}; there are ${names.join(', ')}.`);
      return false;
    }
    await sufferAll(trial);
    const { quietMs, violations } = await trial.settle();
    const { record, tooSlow } = trial;
    const asked = `${record.count('deposit')} deposits, ${record.count('order')} orders`;
    console.log(`\n${asked}; quiet after ${seconds(quietMs)} s; ${tooSlow} requests over 15 s`);
    for (const each of shown(violations)) console.log(`VIOLATED ${each}`);
    return violations.length === 0 && tooSlow === 0;
  } finally {
    await trial.close();
  }
};

process.exit((await tryAll()) ? 0 : 1);
