import { runCommand } from './lib/parent.mjs';
import { findNode } from './lib/runtime.mjs';

/** Prints the path of a suitable Node. Runs under Node 20.19 or later. */
await runCommand(async () => {
  console.log(await findNode((line) => console.error(line)));
});
