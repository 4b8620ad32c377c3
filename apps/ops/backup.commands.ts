import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '#config/config.js';
import { erasureHash, listedErasures } from '#event-log/encryption/erasure-list.js';
import { backUpLog } from '#event-log/sqlite/sqlite-backup.js';
import { erasedIn } from '#event-log/sqlite/sqlite-erasures.js';
import { restoreLog } from '#event-log/sqlite/sqlite-restore.js';
import { drawBar } from './progress-bar.js';
import { requireStopped } from './require-stopped.js';
import { print, withConfig } from './session.js';

export const addBackupCommands = (program: Command): void => {
  program
    .command('backup')
    .description('copies the embedded event log and checks the copy; the service may run')
    .requiredOption('--to <file>', 'path of the copy')
    .option('--force', 'replaces an existing file', false)
    .action(async ({ to, force }: { to: string; force: boolean }, command: Command) =>
      withConfig(async (config) => {
        const onProgress = (percent: number) => drawBar(to, percent, false);
        const copied = await backUpLog(logFile(config), to, { force, onProgress });
        writeFileSync(manifestOf(to), manifestText(to), { mode: 0o600 });
        drawBar(to, 100, true);
        print(command, { file: resolve(to), manifest: resolve(manifestOf(to)), ...copied });
      }),
    );
  program
    .command('restore')
    .description('replaces the embedded event log with a backup; the service must be down')
    .requiredOption('--from <file>', 'the backup')
    .option('--erased <file>', 'manifest of the newest backup: erased people stay erased')
    .option('--expired', 'restores a backup older than BACKUP_DAYS', false)
    .action(async ({ from, erased, expired }: Restore, command: Command) =>
      withConfig((config) => {
        if (!expired) requireFresh(from, config, new Date());
        requireStopped(config);
        if (erased !== undefined && !existsSync(erased))
          throw new Error(`The manifest ${erased} does not exist.`);
        const file = logFile(config);
        const hashes = new Set([manifestOf(from), erased ?? []].flat().flatMap(hashesIn));
        const people = listedErasures(config.dataDir);
        print(command, { file, ...restoreLog(from, file, new Date(), { people, hashes }) });
      }),
    );
};

const SQLITE = 'sqlite:';

/** @throws {Error} if the log is in EventStoreDB, which has separate backups. */
const logFile = ({ eventStoreUrl }: Config): string => {
  if (!eventStoreUrl.startsWith(SQLITE))
    throw new Error('EventStoreDB has its own backups: see docs/operators/backup.md.');
  return resolve(eventStoreUrl.slice(SQLITE.length));
};

type Restore = { readonly from: string; readonly erased?: string; readonly expired: boolean };

const MS_PER_DAY = 86_400_000;

/** @throws {Error} if the backup is older than BACKUP_DAYS. */
const requireFresh = (backup: string, { backupDays }: Config, now: Date): void => {
  const madeAt = manifestIn(manifestOf(backup))?.at;
  if (madeAt === undefined || now.getTime() <= Date.parse(madeAt) + backupDays * MS_PER_DAY) return;
  throw new Error(
    `The backup of ${madeAt} is older than BACKUP_DAYS (${backupDays}) and should be deleted. To restore it, add --expired.`,
  );
};

/** Returns the file beside a backup with hashes of the people who were erased before the backup. */
const manifestOf = (backup: string): string => `${backup}.manifest.json`;

const manifestText = (backup: string): string =>
  `${JSON.stringify({ at: new Date().toISOString(), erased: erasedIn(backup).map(erasureHash) })}\n`;

const hashesIn = (manifest: string): readonly string[] => manifestIn(manifest)?.erased ?? [];

type Manifest = { readonly at: string; readonly erased: readonly string[] };

/** Returns null without a file. @throws {Error} if it is invalid, because erased people would return. */
const manifestIn = (file: string): Manifest | null => {
  if (!existsSync(file)) return null;
  const found = manifestOrNull(readFileSync(file, 'utf8'));
  if (found === null) throw new Error(`${file} is not the manifest of a backup.`);
  return found;
};

const manifestOrNull = (text: string): Manifest | null => {
  try {
    const found = JSON.parse(text) as Partial<Manifest>;
    return Array.isArray(found.erased) ? (found as Manifest) : null;
  } catch {
    return null;
  }
};
