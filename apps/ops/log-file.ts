import { resolve } from 'node:path';
import type { Config } from '#platform/config/config.js';

const SQLITE = 'sqlite:';

/** @throws {Error} when the log is another store's, which has backups of its own */
export const logFile = ({ eventStoreUrl }: Config): string => {
  if (!eventStoreUrl.startsWith(SQLITE))
    throw new Error('EventStoreDB is backed up with its own means: see docs/operations.md.');
  return resolve(eventStoreUrl.slice(SQLITE.length));
};
