import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const OTHERS = 0o077;

/**
 * Returns files and folders that other users than the owner can access by their own mode, even if a
 * parent folder forbids it. A copy elsewhere must be equally private.
 */
export const openToOthers = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return [];
    const inside = found.isDirectory() ? openToOthers(path) : [];
    return (found.mode & OTHERS) === 0 ? inside : [path, ...inside];
  });
