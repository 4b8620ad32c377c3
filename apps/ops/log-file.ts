import { resolve } from 'node:path';
import type { Config } from '#config/config.js';

const SQLITE = 'sqlite:';

/** @throws {Error} if the log is in EventStoreDB, which has separate backups. */
export const logFile = ({ eventStoreUrl }: Config): string => {
  if (!eventStoreUrl.startsWith(SQLITE))
    throw new Error('EventStoreDB is backed up with its own means: see docs/operators/backup.md.');
  return resolve(eventStoreUrl.slice(SQLITE.length));
};
