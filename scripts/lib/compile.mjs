import { transformFile } from '@swc/core';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { DIST, filesUnder, FOLDERS, outputOf, sources } from './sources.mjs';
import { ROOT } from './tools.mjs';
import { TYPESCRIPT } from './typescript.mjs';

/** What each output was made of; gone while outputs change, so that half of one is never believed. */
const MANIFEST = join(DIST, '.compiled.json');
const AT_ONCE = 16;

/** Makes the JavaScript of what changed, and leaves no output of sources that are gone. */
const compile = async () => {
  const before = existsSync(MANIFEST) ? JSON.parse(readFileSync(MANIFEST, 'utf8')) : {};
  rmSync(MANIFEST, { force: true });
  const manifest = Object.fromEntries(sources().map((file) => [relative(ROOT, file), keyOf(file)]));
  const due = Object.keys(manifest).filter(
    (name) => before[name] !== manifest[name] || !existsSync(outputOf(join(ROOT, name))),
  );
  const queue = due.values();
  await Promise.all(Array.from({ length: AT_ONCE }, () => compileAll(queue)));
  removeStale();
  writeFileSync(MANIFEST, JSON.stringify(manifest));
};

const keyOf = (file) => {
  const hash = createHash('sha256').update(JSON.stringify(TYPESCRIPT));
  return hash.update(readFileSync(file)).digest('hex');
};

const compileAll = async (queue) => {
  for (const name of queue) {
    const output = outputOf(join(ROOT, name));
    mkdirSync(dirname(output), { recursive: true });
    const sourceFileName = relative(dirname(output), join(ROOT, name));
    const options = { ...TYPESCRIPT, swcrc: false, sourceMaps: true, sourceFileName };
    const { code, map } = await transformFile(join(ROOT, name), options);
    writeFileSync(`${output}.map`, map);
    writeFileSync(output, `${code}//# sourceMappingURL=${output.split('/').at(-1)}.map\n`);
  }
};

const removeStale = () => {
  const expected = new Set(sources().map(outputOf));
  for (const file of FOLDERS.flatMap((folder) => filesUnder(join(DIST, folder)))) {
    if (!expected.has(file.replace(/\.map$/, ''))) rmSync(file);
  }
};

await compile();
