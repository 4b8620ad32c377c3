import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#platform/config/config.js';

const APPS = ['supervisor', 'api', 'worker', 'projector'];

/** @throws {Error} naming which processes of the service run on this data directory */
export const requireStopped = (config: Pick<Config, 'dataDir'>): void => {
  const running = APPS.filter((app) => isRunning(config, app));
  if (running.length > 0)
    throw new Error(`The service runs (${running.join(', ')}): stop it first.`);
};

const isRunning = ({ dataDir }: Pick<Config, 'dataDir'>, app: string): boolean => {
  const file = join(dataDir, 'run', `${app}.pid`);
  if (!existsSync(file)) return false;
  try {
    return process.kill(Number(readFileSync(file, 'utf8')), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
