import { prepare } from './lib/install.mjs';
import { runCommand } from './lib/parent.mjs';
import { takeNoArguments } from './lib/problem.mjs';

const HELP = `npm run build

Installs missing packages, and builds changed parts of the service and the console into dist/.`;

await runCommand(async () => {
  takeNoArguments('npm run build', HELP);
  await prepare((line) => console.log(line));
});
