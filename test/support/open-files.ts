import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;

/** Files and folders in it that others than their owner can reach, and read or change. */
export const openToOthers = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined || (found.mode & OTHERS) === 0) return [];
    return [path, ...(found.isDirectory() ? openToOthers(path) : [])];
  });
