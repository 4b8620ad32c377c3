import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfChanged } from './lib/build.mjs';
import { withCheckoutLock } from './lib/checkout-lock.mjs';
import { prepare } from './lib/install.mjs';
import { runCommand } from './lib/parent.mjs';
import { CLIENT } from './lib/sources.mjs';
import { ROOT } from './lib/tools.mjs';

/** Packages that the tarball contains, so that its installation needs no registry. */
const BUNDLED = ['openapi-fetch', 'openapi-typescript-helpers'];

const say = (line) => console.error(line);

const versionIn = (folder) => {
  const file = join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : null;
};

const copyBundled = () => {
  for (const name of BUNDLED) {
    const [from, to] = [ROOT, CLIENT].map((folder) => join(folder, 'node_modules', name));
    if (versionIn(from) !== versionIn(to)) cpSync(from, to, { recursive: true });
  }
};

/** Compiles the TypeScript client and its types. `npm pack` in the client's folder runs it. */
await runCommand(async () => {
  await prepare(say, { scope: 'all', builds: false });
  await withCheckoutLock(say, async () => {
    await buildIfChanged(say, ['client']);
    copyBundled();
  });
});
