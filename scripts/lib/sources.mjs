import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './tools.mjs';

export const DIST = join(ROOT, 'dist');
export const CONSOLE = join(ROOT, 'apps', 'console');
const FOLDERS = ['apps', 'clients', 'libs'];
const NOT_BUILT = /\.(spec|examples|d)\.ts$/;

/** The files that services and commands are built from, without the console's. */
export const sources = () =>
  FOLDERS.flatMap((folder) => filesUnder(join(ROOT, folder)))
    .filter((file) => file.endsWith('.ts') && !NOT_BUILT.test(file))
    .filter((file) => !file.startsWith(CONSOLE))
    .sort();

/** The programs that are built, by name. */
export const apps = () =>
  Object.fromEntries(
    readdirSync(join(ROOT, 'apps'))
      .map((name) => [name, join(ROOT, 'apps', name, 'main.ts')])
      .filter(([, main]) => existsSync(main)),
  );

export const filesUnder = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        if (entry.name === 'node_modules') return [];
        const path = join(folder, entry.name);
        return entry.isDirectory() ? filesUnder(path) : [path];
      })
    : [];
