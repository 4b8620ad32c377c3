import { cpSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Plant } from './seeded-bugs.js';

/** Read, and never written. */
const LINKED = ['docs', 'node_modules', 'package.json', 'scripts/runtime', 'test'];
const COPIED = ['dist', 'scripts'];
const STAYS = /(^|\/)\.prepare\.lock$|^scripts\/runtime$/;
/** What is there is all that is wanted: an install would go through the link into the checkout. */
const INSTALLED = 'export const prepare = () => Promise.resolve();\n';

/** A copy of this checkout's build with the defect in it; the checkout itself stays as it is. */
export const plantedCopy = ({ changes }: Plant): string => {
  const copy = mkdtempSync(join(tmpdir(), 'brokerage-planted-'));
  try {
    const filter = (path: string) => !STAYS.test(path);
    for (const name of COPIED) cpSync(name, join(copy, name), { recursive: true, filter });
    for (const name of LINKED) symlinkSync(resolve(name), join(copy, name));
    writeFileSync(join(copy, 'scripts', 'lib', 'install.mjs'), INSTALLED);
    for (const change of changes) plant(join(copy, 'dist'), change);
    return copy;
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    throw error;
  }
};

/** @throws Error unless the text is there once: a plant that does not take proves nothing. */
const plant = (dist: string, [from, to]: readonly [string, string]): void => {
  const found = programs(dist).flatMap((file) => {
    const parts = readFileSync(file, 'utf8').split(from);
    return parts.slice(1).map(() => ({ file, text: parts.join(to) }));
  });
  const [target] = found;
  if (target === undefined || found.length > 1)
    throw new Error(`${found.length} times in the build, and not once: ${from}`);
  writeFileSync(target.file, target.text);
};

/** The files that hold our own code. */
const programs = (dist: string): readonly string[] =>
  ['apps', 'chunks'].flatMap((folder) =>
    readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(dist, folder, name)),
  );
