import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const DEFAULT_DIR = './data';

/**
 * Prevents a command with the wrong directory from creating an empty log there.
 * @throws {Error} if the embedded log of these variables does not exist.
 */
export const requireData = ({ EVENT_STORE_URL, DATA_DIR }: NodeJS.ProcessEnv): void => {
  const folder = resolve(DATA_DIR || DEFAULT_DIR);
  if (EVENT_STORE_URL || existsSync(join(folder, 'events.db'))) return;
  throw new Error(
    `The folder ${folder} lacks an event log: set DATA_DIR to the service's directory. A new service creates its log at its first start.`,
  );
};
