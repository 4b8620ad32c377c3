import { prepare } from './lib/install.mjs';
import { runCommand } from './lib/parent.mjs';
import { takeNoArguments } from './lib/problem.mjs';

const HELP = `npm run build

Installs packages and builds the service and the console into dist/, both if they are not there.`;

await runCommand(async () => {
  takeNoArguments('npm run build', HELP);
  await prepare((line) => console.log(line));
});
