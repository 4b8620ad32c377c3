import { prepare } from './lib/install.mjs';
import { endWithNpm } from './lib/parent.mjs';
import { main, takeNoArguments } from './lib/problem.mjs';
import { endToolsWhenInterrupted } from './lib/tools.mjs';

const HELP = `npm run build

Installs packages and builds the service and the console into dist/, both if they are not there.`;

await main(async () => {
  takeNoArguments('npm run build', HELP);
  endToolsWhenInterrupted();
  endWithNpm();
  await prepare((line) => console.log(line));
});
