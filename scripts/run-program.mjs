import { runCommand } from './lib/parent.mjs';
import { runProgram } from './lib/run-program.mjs';

/** `npm run bench` and `npm run faults`: runs a TypeScript file with arguments. */
await runCommand(async () => {
  const [file, ...args] = process.argv.slice(2);
  process.exit(await runProgram(file, args));
});
