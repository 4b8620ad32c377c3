import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { Figures } from '../mixed/figures.js';
import { copyWithBug } from './copy-with-bug.js';
import { SEEDED_BUGS } from './seeded-bugs.js';

type Options = Readonly<Record<'bug' | 'seed' | 'minutes' | 'rate', string>>;

const { bug, seed, minutes, rate } = new Command('npm run faults --')
  .description('Introduces a bug into a copy of the build, and tries whether the checks find it.')
  .addOption(new Option('--bug <name>').choices(Object.keys(SEEDED_BUGS)).makeOptionMandatory())
  .option('--seed <n>', 'repeats the run of this seed', '1')
  .option('--minutes <n>', 'how long', '2')
  .option('--rate <n>', 'commands a second', '20')
  .parse()
  .opts<Options>();

const seeded = SEEDED_BUGS[bug];
if (seeded === undefined) throw new Error(`unknown bug: ${bug}`);
console.log(`bug: ${seeded.does}`);
const copy = copyWithBug(seeded);
const json = join(copy, 'figures.json');

/** Runs the mixed faults against the copy. */
const mixed = (): Promise<void> =>
  new Promise((done) => {
    const run = resolve('test/faults/run.ts');
    const course = ['--seed', seed, '--minutes', minutes, '--rate', rate];
    const harms = ['--harms', seeded.harms.join(',')];
    const args = [...process.execArgv, run, ...course, ...harms, '--json', json];
    const env = { ...process.env, ...seeded.settings };
    const child = spawn(process.execPath, args, { cwd: copy, stdio: 'inherit', env });
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => child.kill(signal));
    child.once('exit', () => done());
  });

const isFound = (): boolean => {
  const { violations } = JSON.parse(readFileSync(json, 'utf8')) as Figures;
  return violations.some(({ kind }) => kind === seeded.shows);
};

try {
  await mixed();
  const found = isFound();
  console.log(found ? `FOUND: ${bug}, with seed ${seed}` : `NOT FOUND: ${bug}`);
  process.exitCode = found ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
