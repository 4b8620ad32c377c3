import { findNode } from './lib/runtime.mjs';
import { endWithNpm } from './lib/parent.mjs';
import { main } from './lib/problem.mjs';
import { endToolsWhenInterrupted } from './lib/tools.mjs';

/** Prints the path of a Node that is new enough; runs under any Node from 20.19 on. */
await main(async () => {
  endToolsWhenInterrupted();
  endWithNpm();
  console.log(await findNode((line) => console.error(line)));
});
