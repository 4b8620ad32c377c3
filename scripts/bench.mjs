import { join } from 'node:path';
import { prepare } from './lib/install.mjs';
import { main } from './lib/problem.mjs';
import { endWithNpm } from './lib/parent.mjs';
import { findRedis } from './lib/redis.mjs';
import { ROOT, endToolsWhenInterrupted, runTool } from './lib/tools.mjs';

const say = (line) => console.error(line);
const REGISTER = join(ROOT, 'test', 'support', 'typescript-child', 'register.mjs');
const RUN = join(ROOT, 'test', 'bench', 'run.ts');

/** `npm run bench`: starts a service and measures it. */
const bench = async () => {
  endToolsWhenInterrupted();
  endWithNpm();
  await findRedis(say);
  await prepare(say, { scope: 'all' });
  const args = [`--import=${REGISTER}`, RUN, ...process.argv.slice(2)];
  const { code } = await runTool(process.execPath, args, { show: true });
  process.exit(code);
};

await main(bench);
