import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type EncryptionKeys,
  type SigningKeys,
  newSigningKey,
  readEncryptionKeys,
  readSigningKeys,
  signingKeysText,
} from './keys.js';

const file = z.object({ encryptionKeys: z.string(), signingKeys: z.string() });

type Keys = { readonly encryptionKeys: EncryptionKeys; readonly signingKeys: SigningKeys };

/**
 * Returns the keys in `<dataDir>/secrets.json` (mode 0600), which it creates if they are missing.
 * Several processes may start at once; `link` lets exactly one of them create the file.
 */
export const loadDevelopmentKeys = (dataDir: string): Keys => {
  const path = join(dataDir, 'secrets.json');
  return read(path) ?? (create(path), read(path)!);
};

const read = (path: string): Keys | null => {
  try {
    const stored = file.parse(JSON.parse(readFileSync(path, 'utf8')));
    return {
      encryptionKeys: readEncryptionKeys(stored.encryptionKeys),
      signingKeys: readSigningKeys(stored.signingKeys),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

const create = (path: string): void => {
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
