import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '#platform/config/config.js';
import { backUpLog } from '#platform/event-store/sqlite-backup.js';
import { restoreLog } from '#platform/event-store/sqlite-restore.js';
import { drawBar } from './progress-bar.js';
import { print, withConfig } from './session.js';

const SQLITE = 'sqlite:';
const APPS = ['supervisor', 'api', 'worker', 'projector'];

export const addBackupCommands = (program: Command): void => {
  program
    .command('backup')
    .description(
      'copies the embedded event log, while the service runs or not, and checks the copy',
    )
    .requiredOption('--to <file>', 'where the copy goes')
    .option('--force', 'replaces a file that is there already', false)
    .action(async ({ to, force }: { to: string; force: boolean }, command: Command) =>
      withConfig(async (config) => {
        const onProgress = (percent: number) => drawBar(to, percent, false);
        const copied = await backUpLog(logFile(config), to, { force, onProgress });
        drawBar(to, 100, true);
        print(command, { file: resolve(to), ...copied });
      }),
    );
  program
    .command('restore')
    .description('puts a backup into the place of the embedded event log; the service must be down')
    .requiredOption('--from <file>', 'the backup')
    .action(async ({ from }: { from: string }, command: Command) =>
      withConfig((config) => {
        const running = APPS.filter((app) => isRunning(config, app));
        if (running.length > 0)
          throw new Error(`The service runs (${running.join(', ')}): stop it first.`);
        const file = logFile(config);
        print(command, { file, ...restoreLog(from, file, new Date()) });
      }),
    );
};

/** @throws {Error} when the log is another store's, which has backups of its own */
const logFile = ({ eventStoreUrl }: Config): string => {
  if (!eventStoreUrl.startsWith(SQLITE))
    throw new Error('EventStoreDB is backed up with its own means: see docs/operations.md.');
  return resolve(eventStoreUrl.slice(SQLITE.length));
};

const isRunning = ({ dataDir }: Config, app: string): boolean => {
  const file = join(dataDir, 'run', `${app}.pid`);
  if (!existsSync(file)) return false;
  try {
    return process.kill(Number(readFileSync(file, 'utf8')), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
