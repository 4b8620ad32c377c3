import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './tools.mjs';

export const DIST = join(ROOT, 'dist');
export const NEST_CLI = join(ROOT, 'nest-cli.json');
export const CONSOLE = join(ROOT, 'apps', 'console');
export const CLIENT = join(ROOT, 'clients', 'typescript');
const FOLDERS = ['apps', 'clients', 'libs'];
const NOT_BUILT = /\.(spec|examples|d)\.ts$|\/schema\.ts$/;

/** Returns the source files of services and commands, without the console. */
export const sources = () =>
  FOLDERS.flatMap((folder) => filesUnder(join(ROOT, folder)))
    .filter((file) => file.endsWith('.ts') && !NOT_BUILT.test(file))
    .filter((file) => !file.startsWith(CONSOLE) && !file.startsWith(join(CLIENT, 'dist')))
    .sort();

/** Returns the main file of each program in nest-cli.json, by name. */
export const apps = () => {
  const { projects } = JSON.parse(readFileSync(NEST_CLI, 'utf8'));
  return Object.fromEntries(
    Object.entries(projects).map(([name, { entryFile }]) => [name, join(ROOT, entryFile)]),
  );
};

export const filesUnder = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        if (entry.name === 'node_modules') return [];
        const path = join(folder, entry.name);
        return entry.isDirectory() ? filesUnder(path) : [path];
      })
    : [];
