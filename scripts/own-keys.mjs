import { join, relative, sep } from 'node:path';
import { textKeysIn } from './lib/own-keys.mjs';
import { ROOT } from './lib/tools.mjs';

const PROJECTS = ['tsconfig.json', 'apps/console/tsconfig.json'];
const PRODUCTION_CODE = /^(apps|libs)\/.*(?<!\.spec)\.tsx?$/;
/** Read models use fixed names of columns. `own-value.ts` checks the key. */
const SAFE = /^libs\/(read-models\/|kernel\/src\/(projection\/|own-value\.ts$))/;

const pathOf = (file) => relative(ROOT, file).split(sep).join('/');
const isChecked = (file) => PRODUCTION_CODE.test(pathOf(file)) && !SAFE.test(pathOf(file));

const places = PROJECTS.flatMap((project) => textKeysIn(join(ROOT, project), isChecked));
for (const place of places)
  console.error(
    `${pathOf(place)}: use a Map or \`ownValue\`, because this lookup also finds "constructor".`,
  );
process.exitCode = places.length > 0 ? 1 : 0;
