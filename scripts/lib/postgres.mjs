import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findOrInstall } from './tools.mjs';

const ROOT = '/usr/lib/postgresql';
const ADVICE = 'install PostgreSQL 14 or newer (postgres and initdb).';

/** Debian keeps its programs outside of PATH, a folder for each version. */
export const findPostgres = (say) => {
  const folders = () =>
    existsSync(ROOT) ? readdirSync(ROOT).map((version) => join(ROOT, version, 'bin')) : [];
  return findOrInstall(['postgres'], { debianPackage: 'postgresql', advice: ADVICE, say, folders });
};
