import { join } from 'node:path';
import { prepare } from './lib/install.mjs';
import { main } from './lib/problem.mjs';
import { endWithNpm } from './lib/parent.mjs';
import { findRedis } from './lib/redis.mjs';
import { ROOT, endToolsWhenInterrupted, runTool } from './lib/tools.mjs';

const say = (line) => console.error(line);
const REGISTER = join(ROOT, 'test', 'support', 'typescript-child', 'register.mjs');
const FAULTS = join(ROOT, 'test', 'faults');

/** `npm run faults`: injects faults into a test service and checks for lost and duplicate effects. */
const faults = async () => {
  endToolsWhenInterrupted();
  endWithNpm();
  await findRedis(say);
  await prepare(say, { scope: 'all' });
  const given = process.argv.slice(2);
  const hasBug = given.some((word) => word.startsWith('--bug'));
  const run = hasBug ? join(FAULTS, 'seeded-bugs', 'run.ts') : join(FAULTS, 'run.ts');
  const args = [`--import=${REGISTER}`, run, ...given];
  const { code } = await runTool(process.execPath, args, { show: true });
  process.exit(code);
};

await main(faults);
