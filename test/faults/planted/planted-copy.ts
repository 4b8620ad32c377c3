import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Plant } from './plants.js';

const COPIED = ['scripts', 'package.json', 'package-lock.json', 'nest-cli.json'];
const SETTINGS = ['tsconfig.json', 'tsconfig.build.json'];
/** Read, and never written. */
const LINKED = ['apps', 'clients', 'libs', 'docs', 'test', 'node_modules'];

/** A copy of this checkout's build with the defect in it; the checkout itself stays as it is. */
export const plantedCopy = ({ file, changes }: Plant): string => {
  const copy = mkdtempSync(join(tmpdir(), 'brokerage-planted-'));
  try {
    for (const name of [...COPIED, ...SETTINGS])
      cpSync(name, join(copy, name), { recursive: true });
    for (const name of LINKED) symlinkSync(resolve(name), join(copy, name));
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
