import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

const OTHERS = 0o077;

/** Files and folders in it, and itself as `''`, that others than their owner can read or change. */
export const openToOthers = (folder: string): string[] =>
  [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ]
    .filter((path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return (
        found !== undefined &&
        (found.isFile() || found.isDirectory()) &&
        (found.mode & OTHERS) !== 0
      );
    })
    .map((path) => relative(folder, path));
