import { join, relative, sep } from 'node:path';
import { textKeysIn } from './lib/own-keys.mjs';
import { ROOT } from './lib/tools.mjs';

const PROJECTS = ['tsconfig.json', 'apps/console/tsconfig.json'];
const RUNS = /^(apps|libs)\/.*(?<!\.spec)\.tsx?$/;
/** Rows of read models are looked up by names of our own; the other asks whose the key is. */
const ARE_SAFE = /^libs\/(read-models\/|kernel\/src\/(projection\/|own-value\.ts$))/;

const pathOf = (file) => relative(ROOT, file).split(sep).join('/');
const isLookedAt = (file) => RUNS.test(pathOf(file)) && !ARE_SAFE.test(pathOf(file));

const places = PROJECTS.flatMap((project) => textKeysIn(join(ROOT, project), isLookedAt));
for (const place of places)
  console.error(
    `${pathOf(place)}: look text up in a Map or with \`ownValue\`: this answers for "constructor", too.`,
  );
process.exitCode = places.length > 0 ? 1 : 0;
