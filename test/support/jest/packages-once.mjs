import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
// Nest's decorators need it before any of its files.
require('reflect-metadata');
/** Names depend on this file and on the versions of packages, not on the file that exports them. */
const hash = ['./packages-once.mjs', '../../../package-lock.json'].reduce(
  (sum, file) => sum.update(readFileSync(new URL(file, import.meta.url))),
  createHash('sha256'),
);
const key = hash.digest('hex');

/**
 * Replaces a package's file by the exports of the package that Node loaded for the whole process. Jest
 * would read, compile and run hundreds of package files for each test file.
 */
export default {
  getCacheKey: (source, path, { supportsStaticESM }) =>
    createHash('sha256').update(`${key}\0${path}\0${supportsStaticESM}\0${source}`).digest('hex'),
  process: (_, path, { supportsStaticESM }) => {
    const whole = `globalThis.requirePackage(${JSON.stringify(path)})`;
    if (!supportsStaticESM) return { code: `module.exports = ${whole};` };
    const names = Object.keys(require(path));
    const each = names.map((name, i) => [`whole[${JSON.stringify(name)}]`, `each${i}`, name]);
    const lines = each.flatMap(([value, own, name]) => [
      `const ${own} = ${value};`,
      `export { ${own} as ${JSON.stringify(name)} };`,
    ]);
    return { code: [`const whole = ${whole};`, ...lines].join('\n') };
  },
};
