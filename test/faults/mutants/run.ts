import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { Figures } from '../mixed/figures.js';
import { plantedCopy } from './mutant-copy.js';
import { PLANTS } from './seeded-bugs.js';

type Options = Readonly<Record<'plant' | 'seed' | 'minutes' | 'rate', string>>;

const { plant, seed, minutes, rate } = new Command('npm run faults --')
  .description('Plants a defect in a copy of the build, and sees whether the checks find it.')
  .addOption(new Option('--plant <name>').choices(Object.keys(PLANTS)).makeOptionMandatory())
  .option('--seed <n>', 'repeats the run of this seed', '1')
  .option('--minutes <n>', 'how long', '2')
  .option('--rate <n>', 'commands a second', '20')
  .parse()
  .opts<Options>();

const planted = PLANTS[plant];
if (planted === undefined) throw new Error(`no such plant: ${plant}`);
console.log(`planted: ${planted.does}`);
const copy = plantedCopy(planted);
const json = join(copy, 'figures.json');

/** The same run as ever, of the copy. */
const mixed = (): Promise<void> =>
  new Promise((done) => {
    const run = resolve('test/faults/run.ts');
    const course = ['--seed', seed, '--minutes', minutes, '--rate', rate];
    const harms = ['--harms', planted.harms.join(',')];
    const args = [...process.execArgv, run, ...course, ...harms, '--json', json];
    const env = { ...process.env, ...planted.settings };
    const child = spawn(process.execPath, args, { cwd: copy, stdio: 'inherit', env });
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => child.kill(signal));
    child.once('exit', () => done());
  });

const isFound = (): boolean => {
  const { violations } = JSON.parse(readFileSync(json, 'utf8')) as Figures;
  return violations.some(({ kind }) => kind === planted.shows);
};

try {
  await mixed();
  const found = isFound();
  console.log(found ? `FOUND: ${plant}, with seed ${seed}` : `NOT FOUND: ${plant}`);
  process.exitCode = found ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
