import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#config/config.js';

const APPS = ['supervisor', 'api', 'worker', 'projector'];

/** @throws {Error} with the names of service processes that run on this data directory. */
export const requireStopped = (config: Pick<Config, 'dataDir'>): void => {
  const running = APPS.filter((app) => isRunning(config, app));
  if (running.length > 0)
    throw new Error(`The service runs (${running.join(', ')}): stop it first.`);
};

const isRunning = ({ dataDir }: Pick<Config, 'dataDir'>, app: string): boolean => {
  const file = join(dataDir, 'run', `${app}.pid`);
  if (!existsSync(file)) return false;
  const pid = Number(readFileSync(file, 'utf8'));
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return mayBeService(pid);
};

/** Returns false if another program now has the id of a killed process. Only Linux shows the program. */
const mayBeService = (pid: number): boolean => {
  try {
    return /apps\/\w+\/main|start\.mjs/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch {
    return true;
  }
};
