import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { encryptionKeysSchema, newSigningKey, signingKeysSchema, signingKeysText } from './keys.js';

const file = z.object({ encryptionKeys: encryptionKeysSchema, signingKeys: signingKeysSchema });

/**
 * Keys of a copy that was given none: made once and kept in `<dataDir>/secrets.json` (mode 0600).
 * Several processes start at once; `link` lets exactly one of them make the file.
 */
export const loadDevelopmentKeys = (dataDir: string): z.output<typeof file> => {
  const path = join(dataDir, 'secrets.json');
  return read(path) ?? (make(path), read(path)!);
};

const read = (path: string) => {
  try {
    return file.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

const make = (path: string): void => {
  mkdirSync(join(path, '..'), { recursive: true });
  const content = {
    encryptionKeys: `dev:${randomBytes(32).toString('base64')}`,
    signingKeys: signingKeysText([newSigningKey()]),
  };
  const temporary = `${path}.${randomUUID()}`;
  writeFileSync(temporary, JSON.stringify(content, null, 2), { mode: 0o600 });
  try {
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary);
  }
};
