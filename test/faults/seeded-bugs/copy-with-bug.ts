import { cpSync, mkdtempSync, readFileSync, readdirSync } from 'node:fs';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { SeededBug } from './seeded-bugs.js';

/** Read only. */
const LINKED = ['docs', 'node_modules', 'package.json', 'scripts/runtime', 'test'];
const COPIED = ['dist', 'scripts'];
const STAYS = /(^|\/)\.prepare\.lock$|^scripts\/runtime$/;
/** Replaces the installation: an installation would change the checkout through the link. */
const INSTALLED = 'export const prepare = () => Promise.resolve();\n';

/** Copies this checkout's build with the bug. The checkout stays unchanged. */
export const copyWithBug = ({ changes }: Pick<SeededBug, 'changes'>): string => {
  const copy = mkdtempSync(join(tmpdir(), 'brokerage-bug-'));
  try {
    const filter = (path: string) => !STAYS.test(path);
    for (const name of COPIED) cpSync(name, join(copy, name), { recursive: true, filter });
    for (const name of LINKED) symlinkSync(resolve(name), join(copy, name));
    writeFileSync(join(copy, 'scripts', 'lib', 'install.mjs'), INSTALLED);
    for (const change of changes) replace(join(copy, 'dist'), change);
    return copy;
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    throw error;
  }
};

/** @throws Error unless the text occurs once: otherwise the checks prove little. */
const replace = (dist: string, [from, to]: readonly [string, string]): void => {
  const found = programs(dist).flatMap((file) => {
    const parts = readFileSync(file, 'utf8').split(from);
    return parts.slice(1).map(() => ({ file, text: parts.join(to) }));
  });
  const [target] = found;
  if (target === undefined || found.length > 1)
    throw new Error(`${found.length} times in the build, and not once: ${from}`);
  writeFileSync(target.file, target.text);
};

/** Files with the project's code. */
const programs = (dist: string): readonly string[] =>
  ['apps', 'chunks'].flatMap((folder) =>
    readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(dist, folder, name)),
  );
