import { readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Points between two steps that a crash may separate, in the order of the write protocol. */
export type CrashPoint =
  | 'log.appending'
  | 'log.appended'
  | 'dispatcher.queueing'
  | 'dispatcher.queued'
  | 'schedule.enqueued'
  | 'rechecks.queued'
  | 'notification.enqueued'
  | 'job.taken'
  | 'effect.looked-up'
  | 'effect.intent-recorded'
  | 'effect.sent'
  | 'effect.recorded'
  | 'job.done'
  | 'projection.applying'
  | 'projection.written'
  | 'projection.applied'
  | 'erasure.recorded'
  | 'erasure.listed'
  | 'erasure.overwritten'
  | 'erasure.destroyed'
  | 'erasure.told'
  | 'erasure.shown'
  | 'erasure.scrubbed';

let armed: { readonly folder: string; readonly app: string } | null = null;

/** Enables the crash points of this process. Null disables them. */
export const armCrashPoints = (folder: string | null, app: string): void => {
  armed = folder === null ? null : { folder, app };
};

/**
 * Kills this process like `kill -9` if the folder has a file `<app>.<point>`. If the file contains
 * `block:<ms>`, blocks the process for that time instead. Deletes the file first, so that it causes
 * one fault in one process. For fault runs.
 */
export const crashPoint = (point: CrashPoint): void => {
  if (armed === null) return;
  let command: string;
  try {
    const file = join(armed.folder, `${armed.app}.${point}`);
    command = readFileSync(file, 'utf8');
    unlinkSync(file);
  } catch {
    return;
  }
  const [, ms] = /^block:(\d{1,6})$/.exec(command) ?? [];
  if (ms === undefined) process.kill(process.pid, 'SIGKILL');
  else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(ms));
};
