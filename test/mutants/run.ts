import { readFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ACCEPTED } from './accepted.js';
import { type Mutation, mutated, mutationsOf } from './mutations.js';
import { type Survivor, Tally, report } from './report.js';
import { SpecRunner, type SurveyedSpec } from './spec-runner.js';
import { type Subject, subjectsUnder } from './subjects.js';

const { positionals } = parseArgs({ allowPositionals: true });
const SCORE_MIN = 90;
/** A test that is done in milliseconds hangs when it takes so long; a long one may take longer. */
const TEST_MS = 2_000;
const LONG_TEST_FACTOR = 10;
const SURVEY_TEST_MS = 60_000;

const runner = new SpecRunner();
process.once('exit', () => void runner.stop());

/** Makes every mistake in every file of a folder, and looks whether a spec turns red. */
const tallyOf = async ({ folder, files, specs }: Subject): Promise<Tally> => {
  const surveyed = await runner.survey(
    specs.map((spec) => ({ spec: resolve(spec), testMs: SURVEY_TEST_MS })),
  );
  for (const { spec, failure } of surveyed)
    if (failure !== null) console.log(`left out, for it fails: ${relative('.', spec)}: ${failure}`);
  const sound = surveyed.filter(({ failure }) => failure === null);
  const tally = new Tally(folder, files);
  for (const file of files) {
    const startedAt = Date.now();
    const found = await survivorsOf(file, sound);
    tally.mutants += found.mutants;
    tally.survivors.push(...found.survivors);
    const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
    const left = `${found.survivors.length} of ${found.mutants} survive ${found.specs} spec files`;
    console.log(`${file}: ${left} (${seconds} s)`);
  }
  return tally;
};

const survivorsOf = async (file: string, surveyed: readonly SurveyedSpec[]) => {
  const path = resolve(file);
  const source = readFileSync(path, 'utf8');
  const near = nearestFirst(path, surveyed);
  const specs = near.map(({ spec, ms }) => ({ spec, testMs: TEST_MS + LONG_TEST_FACTOR * ms }));
  const survivors: Survivor[] = [];
  const mutations = mutationsOf(source);
  for (const mutation of mutations) {
    const text = mutated(source, mutation);
    if ((await runner.runMutant(path, text, specs)) !== null) continue;
    survivors.push(survivorOf(file, source, mutation));
  }
  return { survivors, mutants: mutations.length, specs: specs.length };
};

/** Those that import the file, however far away; the quick ones of its own folder first. */
const nearestFirst = (path: string, surveyed: readonly SurveyedSpec[]) =>
  surveyed
    .filter(({ reaches }) => reaches.includes(path))
    .sort((a, b) => distance(path, a.spec) - distance(path, b.spec) || a.ms - b.ms);

const distance = (path: string, spec: string): number =>
  relative(dirname(path), dirname(spec))
    .split('/')
    .filter((part) => part !== '').length;

const survivorOf = (file: string, source: string, { line, label }: Mutation): Survivor => {
  const text = source.split('\n')[line - 1]?.trim() ?? '';
  const key = keyOf({ file, text, label });
  const accepted = ACCEPTED.find((each) => keyOf({ ...each, text: each.line }) === key);
  return { file, line, text, label, why: accepted?.why ?? null };
};

/** Of the files that were mutated, rows that no survivor fits. */
const acceptedInVain = (all: readonly Tally[]) => {
  const files = new Set(all.flatMap((tally) => tally.files));
  const found = new Set(all.flatMap(({ survivors }) => survivors.map(keyOf)));
  return ACCEPTED.filter(
    ({ file, line, label }) => files.has(file) && !found.has(keyOf({ file, text: line, label })),
  );
};

const keyOf = ({ file, text, label }: Pick<Survivor, 'file' | 'text' | 'label'>): string =>
  [file, text, label].join('\n');

const tallies: Tally[] = [];
try {
  const subjects = subjectsUnder(positionals.map((path) => relative('.', resolve(path))));
  if (subjects.length === 0) throw new Error(`nothing to mutate in ${positionals.join(' ')}`);
  for (const subject of subjects) tallies.push(await tallyOf(subject));
} finally {
  await runner.stop();
}
console.log(report(tallies));
for (const { file, line, label } of acceptedInVain(tallies))
  console.log(`accepted in vain: ${file}: ${label}, in: ${line}`);
process.exitCode = tallies.some(({ score }) => score < SCORE_MIN) ? 1 : 0;
