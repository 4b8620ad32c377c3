import { buildIfChanged } from './lib/build.mjs';
import { inTurn } from './lib/checkout-lock.mjs';
import { prepare } from './lib/install.mjs';
import { endWithNpm } from './lib/parent.mjs';
import { main } from './lib/problem.mjs';
import { endToolsWhenInterrupted } from './lib/tools.mjs';

const say = (line) => console.error(line);

/** Compiles the TypeScript client and its types. `npm pack` in the client's folder runs it. */
await main(async () => {
  endToolsWhenInterrupted();
  endWithNpm();
  await prepare(say, { scope: 'all', builds: false });
  await inTurn(say, () => buildIfChanged(say, ['client']));
});
