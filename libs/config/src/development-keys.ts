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
 * Keys of a copy that was given none: made once and kept in `<dataDir>/secrets.json` (mode 0600).
 * Several processes start at once; `link` lets exactly one of them make the file.
 */
export const loadDevelopmentKeys = (dataDir: string): Keys => {
  const path = join(dataDir, 'secrets.json');
  return read(path) ?? (make(path), read(path)!);
};

const read = (path: string): Keys | null => {
  try {
    const kept = file.parse(JSON.parse(readFileSync(path, 'utf8')));
    return {
      encryptionKeys: readEncryptionKeys(kept.encryptionKeys),
      signingKeys: readSigningKeys(kept.signingKeys),
    };
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
