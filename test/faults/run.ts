import { Command } from 'commander';
import { catalogue } from './catalogue.js';
import { type Fault, type Size, suffer } from './fault.js';
import { Random } from './random.js';
import { Rig, type Verdict } from './rig.js';

type Result = Verdict & { readonly did: string };

const tryOne = async (fault: Fault, seed: number, size: Size): Promise<Result> => {
  const rig = await Rig.open(new Random(seed));
  const interrupted = () => void rig.close().then(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    const did = await suffer(rig, fault, size);
    const verdict = await rig.settle();
    const { record } = rig;
    const asked = `${record.count('deposit')} deposits, ${record.count('order')} orders`;
    return { did: `${did}; ${asked}`, ...verdict };
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await rig.close();
  }
};

/** Answers whether all books agreed. */
const report = async (fault: Fault, seed: number, size: Size): Promise<boolean> => {
  console.log(`${fault.id}  ${fault.title} …`);
  const { did, quietMs, violations } = await tryOne(fault, seed, size);
  console.log(`${fault.id}  ${did}; quiet after ${quietMs / 1_000} s`);
  for (const violation of violations) console.log(`${fault.id}  VIOLATED ${violation}`);
  return violations.length === 0;
};

const { seed, only, short } = new Command('npm run faults --')
  .description('Does harm to a running service, and checks that nothing was lost or done twice.')
  .option('--seed <n>', 'repeats the run of this seed', Number, Math.floor(Math.random() * 2 ** 31))
  .option('--only <ids>', 'some faults, with commas between, like F2,F10')
  .option('--short', 'the form that the tests run')
  .parse()
  .opts<{ seed: number; only?: string; short?: true }>();

const wanted = catalogue.filter(({ id }) => only === undefined || only.split(',').includes(id));
const size: Size = short === true ? 'short' : 'full';
let failed = 0;
console.log(`seed ${seed}`);
for (const fault of wanted) if (!(await report(fault, seed, size))) failed += 1;
console.log(failed === 0 ? 'All hold.' : `${failed} of ${wanted.length} do not hold.`);
process.exit(failed === 0 ? 0 : 1);
