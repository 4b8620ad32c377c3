import { ownValue } from '#kernel/own-value.js';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

const NAME = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** The smaller first. */
const ENCODINGS = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const;

export type Asset = {
  readonly file: FileHandle;
  readonly type: string;
  readonly encoding: 'br' | 'gzip' | null;
};

/** The page as the build left it; null where the console was not built. */
export const readPage = async (): Promise<string | null> => {
  const path = pagePath();
  return path === null ? null : readFile(path, 'utf8');
};

/**
 * The file of that name, open, in the smallest form that the browser accepts; null when there is
 * none. Each is looked for when it is asked for: a build may change them while the service runs.
 */
export const openAsset = async (name: string, acceptEncoding: string): Promise<Asset | null> => {
  const type = ownValue(TYPES, extname(name));
  const page = pagePath();
  if (page === null || type === undefined || !NAME.test(name)) return null;
  const path = join(dirname(page), 'assets', name);
  for (const { encoding, suffix } of ENCODINGS) {
    const file = accepts(acceptEncoding, encoding) ? await tryToOpen(path + suffix) : null;
    if (file !== null) return { file, type, encoding };
  }
  const file = await tryToOpen(path);
  return file === null ? null : { file, type, encoding: null };
};

const pagePath = (): string | null => {
  try {
    return resolve('#console-page');
  } catch {
    return null;
  }
};

const tryToOpen = (path: string): Promise<FileHandle | null> =>
  open(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  });

/** RFC 9110, section 12.5.3: listed, and not with a weight of 0. */
const accepts = (header: string, encoding: string): boolean =>
  header
    .toLowerCase()
    .split(',')
    .some((each) => {
      const [name = '', ...parameters] = each.split(';').map((part) => part.trim());
      return name === encoding && !parameters.some((given) => /^q=0(\.0+)?$/.test(given));
    });
