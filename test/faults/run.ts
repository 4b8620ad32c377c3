import { Command } from 'commander';
import { catalogue } from './catalogue.js';
import type { Fault, Size } from './fault.js';
import { Random } from './random.js';
import { Rig, type Verdict } from './rig.js';

type Result = Partial<Verdict> & {
  readonly id: string;
  readonly did: string;
  readonly seed: number;
};

const tryOne = async (fault: Fault, seed: number, size: Size): Promise<Result> => {
  const rig = await Rig.open(new Random(seed), fault.settings);
  try {
    const did = await fault.run(rig, size);
    await rig.calm();
    const verdict = await rig.settle();
    const { record } = rig;
    const asked = `${record.count('deposit')} deposits, ${record.count('order')} orders`;
    return { id: fault.id, did: `${did}; ${asked}`, seed, ...verdict };
  } finally {
    await rig.close();
  }
};

const { seed, only, short } = new Command('npm run faults --')
  .description('Does harm to a running service, and checks that nothing was lost or done twice.')
  .option('--seed <n>', 'repeats the run of this seed', Number, Math.floor(Math.random() * 2 ** 31))
  .option('--only <ids>', 'some faults, with commas between, like F2,F10')
  .option('--short', 'the form that the tests run')
  .parse()
  .opts<{ seed: number; only?: string; short?: true }>();

const wanted = catalogue.filter(({ id }) => only === undefined || only.split(',').includes(id));
let failed = 0;
console.log(`seed ${seed}`);
for (const fault of wanted) {
  console.log(`${fault.id}  ${fault.title} …`);
  const { did, quietMs, violations = [] } = await tryOne(fault, seed, short ? 'short' : 'full');
  console.log(`${fault.id}  ${did}; quiet after ${(quietMs ?? 0) / 1_000} s`);
  for (const violation of violations) console.log(`${fault.id}  VIOLATED ${violation}`);
  if (violations.length > 0) failed += 1;
}
console.log(failed === 0 ? 'All hold.' : `${failed} of ${wanted.length} do not hold.`);
process.exit(failed === 0 ? 0 : 1);
