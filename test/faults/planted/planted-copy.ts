import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Plant } from './plants.js';

const COPIED = ['scripts', 'package.json'];
/** Read, and never written. */
const LINKED = ['docs', 'node_modules', 'test'];
/** What is there is all that is wanted: an install would go through the link into the checkout. */
const INSTALLED = 'export const prepare = () => Promise.resolve();\n';

/** A copy of this checkout's build with the defect in it; the checkout itself stays as it is. */
export const plantedCopy = ({ file, changes }: Plant): string => {
  const copy = mkdtempSync(join(tmpdir(), 'brokerage-planted-'));
  try {
    for (const name of COPIED) cpSync(name, join(copy, name), { recursive: true });
    for (const name of LINKED) symlinkSync(resolve(name), join(copy, name));
    writeFileSync(join(copy, 'scripts', 'lib', 'install.mjs'), INSTALLED);
    const isLock = (path: string) => path.endsWith('.prepare.lock');
    cpSync('dist', join(copy, 'dist'), { recursive: true, filter: (path) => !isLock(path) });
    const target = join(copy, 'dist', file);
    writeFileSync(target, changes.reduce(replaced, readFileSync(target, 'utf8')));
    return copy;
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    throw error;
  }
};

/** @throws Error unless the text is there once: a plant that does not take proves nothing. */
const replaced = (text: string, [from, to]: readonly [string, string]): string => {
  const parts = text.split(from);
  if (parts.length !== 2)
    throw new Error(`${parts.length - 1} times in the build, and not once: ${from}`);
  return parts.join(to);
};
