import { readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Places between two steps that a crash may separate, in the order of the write protocol. */
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

/** Switches the points of this process on. Null: they cost nothing. */
export const armCrashPoints = (folder: string | null, app: string): void => {
  armed = folder === null ? null : { folder, app };
};

/**
 * For fault runs: this process dies here, as by `kill -9`, when the folder holds a file
 * `<app>.<point>`; when the file says `block:<ms>`, it does nothing at all for so long, and goes on.
 * The file is used up first, so that one file is one harm, whoever meets it.
 */
export const crashPoint = (point: CrashPoint): void => {
  if (armed === null) return;
  let order: string;
  try {
    const file = join(armed.folder, `${armed.app}.${point}`);
    order = readFileSync(file, 'utf8');
    unlinkSync(file);
  } catch {
    return;
  }
  const [, ms] = /^block:(\d{1,6})$/.exec(order) ?? [];
  if (ms === undefined) process.kill(process.pid, 'SIGKILL');
  else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(ms));
};
