import { writeFileSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { catalogue } from './catalogue.js';
import { type Fault, type Size, injectFault } from './fault.js';
import type { FaultKind } from './mixed/mixed-fault.js';
import { runMixed, tell } from './mixed/mixed.js';
import { faultsNamed } from './mixed/schedule.js';
import { Random } from './random.js';
import { FaultHarness } from './fault-harness.js';
import { type Verdict, settle, shown } from './settle.js';

type Result = Verdict & { readonly did: string };

const tryOne = async (fault: Fault, seed: number, size: Size): Promise<Result> => {
  const harness = await FaultHarness.open(new Random(seed));
  const interrupted = () => void harness.close().then(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const did = await injectFault(harness, fault, size);
    const verdict = await settle(harness);
    const { record } = harness;
    const asked = `${record.count('deposit')} deposits, ${record.count('order')} orders`;
    return { did: `${did}; ${asked}`, ...verdict };
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await harness.close();
  }
};

/** Returns whether all ledgers agreed. */
const report = async (fault: Fault, seed: number, size: Size): Promise<boolean> => {
  console.log(`${fault.id}  ${fault.title} …`);
  const { did, quietMs, violations } = await tryOne(fault, seed, size);
  console.log(`${fault.id}  ${did}; quiet after ${quietMs / 1_000} s`);
  for (const line of shown(violations)) console.log(`${fault.id}  VIOLATED ${line}`);
  return violations.length === 0;
};

const tryEach = async ({ seed, only, short }: Options): Promise<boolean> => {
  const wanted = catalogue.filter(({ id }) => only === undefined || only.includes(id));
  const size: Size = short === true ? 'short' : 'full';
  let failed = 0;
  console.log(`seed ${seed}`);
  for (const fault of wanted) if (!(await report(fault, seed, size))) failed += 1;
  console.log(failed === 0 ? 'All hold.' : `${failed} of ${wanted.length} do not hold.`);
  return failed === 0;
};

const tryMixed = async (options: Options): Promise<boolean> => {
  const { seed, soak = false, harms: kinds, json, keep } = options;
  const { minutes = soak ? SOAK_MINUTES : MIXED_MINUTES } = options;
  const { rate: ratePerS = soak ? SOAK_RATE_PER_S : MIXED_RATE_PER_S } = options;
  const some = kinds === undefined ? {} : { kinds };
  const kept = keep === undefined ? {} : { keep };
  const figures = await runMixed({ seed, minutes, ratePerS, soak, ...some, ...kept }, console.log);
  tell(figures, console.log);
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(figures, null, 2)}\n`);
  return figures.violations.length === 0;
};

const MIXED_RATE_PER_S = 20;
const MIXED_MINUTES = 10;
const SOAK_RATE_PER_S = 50;
const SOAK_MINUTES = 60;

type Options = {
  readonly seed: number;
  readonly only?: readonly string[];
  readonly short?: true;
  readonly minutes?: number;
  readonly rate?: number;
  readonly soak?: true;
  readonly harms?: readonly FaultKind[];
  readonly json?: string;
  readonly keep?: string;
};

const positive = (text: string): number => {
  const value = Number(text);
  if (!(value > 0)) throw new InvalidArgumentError('give a number above 0.');
  return value;
};

const seedOf = (text: string): number => {
  if (!/^\d{1,10}$/.test(text)) throw new InvalidArgumentError('give a whole number.');
  return Number(text);
};

const idsOf = (text: string): readonly string[] => {
  const [ids, known] = [text.split(','), catalogue.map(({ id }) => id)];
  if (!ids.every((id) => known.includes(id)))
    throw new InvalidArgumentError(`there are ${known.join(', ')}.`);
  return ids;
};

const kindsOf = (text: string): readonly FaultKind[] => {
  try {
    return faultsNamed(text.split(','));
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
};

const options = new Command('npm run faults --')
  .description('Injects faults into a running service and checks that each effect happened once.')
  .option('--seed <n>', 'repeats the run of this seed', seedOf, Math.floor(Math.random() * 2 ** 31))
  .option('--only <ids>', 'some faults, with commas between, like F2,F10', idsOf)
  .option('--short', 'the form that the tests run')
  .option('--minutes <n>', 'all faults mixed, beside a steady load, for so long', positive)
  .option('--rate <n>', 'commands a second of the mixed run', positive)
  .option('--soak', 'the mixed run that also watches memory and handles')
  .option(
    '--harms <names>',
    'only some kinds of faults in the mixed run, like killed,wiped',
    kindsOf,
  )
  .option('--json <file>', 'writes the figures of the mixed run there')
  .option('--keep <folder>', 'copies the data of a mixed run that fails there')
  .parse()
  .opts<Options>();

const isMixed = options.minutes !== undefined || options.soak === true;
process.exit((await (isMixed ? tryMixed(options) : tryEach(options))) ? 0 : 1);
