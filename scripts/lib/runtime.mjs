import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCheckoutLock } from './checkout-lock.mjs';
import { hashOf, install, isMarked } from './install.mjs';
import { Problem } from './problem.mjs';
import { ROOT, runTool } from './tools.mjs';

const FOLDER = join(ROOT, 'scripts', 'runtime');
/** Node 24.15 is the first version whose HTTP parser can pause within a chunk. */
const OLDEST = [24, 15];

/** Returns the path of this Node if it is new enough, otherwise of a downloaded Node. */
export const findNode = async (say) => {
  if (isNewEnough(process.versions.node)) return process.execPath;
  const { name, version } = downloadable();
  const program = join(FOLDER, 'node_modules', name, 'bin', 'node');
  const hash = hashOf(join(FOLDER, 'package-lock.json'));
  if (isMarked(FOLDER, hash)) return program;
  await withCheckoutLock(say, async () => {
    if (isMarked(FOLDER, hash)) return;
    say(
      `Node ${version} is needed, this is ${process.versions.node}: downloading it (about 10 s) …`,
    );
    await install(FOLDER, hash, [], async () => {
      if ((await runTool(program, ['--version'])).code !== 0)
        throw tooOld(`and ${name}@${version} does not run on this machine`);
    });
  });
  return program;
};

const isNewEnough = (version) => {
  const [major, minor] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
};

const downloadable = () => {
  const name = `node-${process.platform}-${process.arch}`;
  const { optionalDependencies } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'));
  const version = optionalDependencies[name];
  if (version === undefined) throw tooOld(`and npm has no Node for ${name.slice(5)}`);
  return { name, version };
};

const tooOld = (reason) =>
  new Problem(
    `Node ${OLDEST.join('.')} or newer is needed, this is ${process.versions.node}, ${reason}: install Node 24.`,
  );
