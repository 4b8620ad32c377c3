import { findNode } from './lib/runtime.mjs';
import { endWithNpm } from './lib/parent.mjs';
import { main } from './lib/problem.mjs';
import { endToolsWhenInterrupted } from './lib/tools.mjs';

/** Prints the path of a suitable Node. Runs under Node 20.19 or later. */
await main(async () => {
  endToolsWhenInterrupted();
  endWithNpm();
  console.log(await findNode((line) => console.error(line)));
});
