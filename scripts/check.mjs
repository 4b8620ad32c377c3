import { COMMANDS } from './lib/checks.mjs';
import { prepare } from './lib/install.mjs';
import { runCommand } from './lib/parent.mjs';
import { Problem } from './lib/problem.mjs';
import { runTool } from './lib/tools.mjs';

/** `npm run types` and similar commands: installs a missing tool, and runs it. */
await runCommand(async () => {
  const [name] = process.argv.slice(2);
  if (!Object.hasOwn(COMMANDS, name))
    throw new Problem(`unknown check ${name}. Checks: ${Object.keys(COMMANDS).join(', ')}.`);
  await prepare((line) => console.error(line), { scope: 'all', builds: false });
  for (const args of COMMANDS[name]) {
    const { code } = await runTool(process.execPath, args, { show: true });
    if (code !== 0) process.exit(1);
  }
});
