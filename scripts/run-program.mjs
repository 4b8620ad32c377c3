import { endWithNpm } from './lib/parent.mjs';
import { main } from './lib/problem.mjs';
import { runProgram } from './lib/run-program.mjs';
import { endToolsWhenInterrupted } from './lib/tools.mjs';

/** `npm run bench` and `npm run faults`: runs a TypeScript file with arguments. */
await main(async () => {
  endToolsWhenInterrupted();
  endWithNpm();
  const [file, ...args] = process.argv.slice(2);
  process.exit(await runProgram(file, args));
});
