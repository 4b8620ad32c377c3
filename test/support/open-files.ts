import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;

/**
 * Files and folders in it whose own mode lets others than their owner in, also where the folder above does
 * not: a copy of it elsewhere must be as private.
 */
export const openToOthers = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return [];
    const inside = found.isDirectory() ? openToOthers(path) : [];
    return (found.mode & OTHERS) === 0 ? inside : [path, ...inside];
  });
