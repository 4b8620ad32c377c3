import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { SQLITE_BUSY_TIMEOUT_MS } from '../core/timing.js';

/** SQLite works in its caller's thread, and this takes as long as the file is large. */
const PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { sqlite, path, timeout } = workerData;
  const answer = () => {
    let file;
    try {
      file = new (require(sqlite))(path, { fileMustExist: true, timeout });
      file.exec('vacuum');
      const [done] = file.pragma('wal_checkpoint(TRUNCATE)');
      return { isBusy: done.busy !== 0 };
    } catch (error) {
      return { isBusy: String(error.code).startsWith('SQLITE_BUSY'), code: error.code };
    } finally {
      file?.close();
    }
  };
  parentPort.postMessage(answer());
`;

/** `isBusy`: others were in the way; `code`: SQLite's, where it failed. */
export type Vacuumed = { readonly isBusy: boolean; readonly code?: string };

/** Writes the file anew without what was deleted, and empties its write-ahead log; in another thread. */
export const vacuum = async (path: string): Promise<Vacuumed> => {
  const sqlite = createRequire(import.meta.url).resolve('better-sqlite3');
  const workerData = { sqlite, path, timeout: SQLITE_BUSY_TIMEOUT_MS };
  const worker = new Worker(PROGRAM, { eval: true, workerData });
  const [answer] = (await once(worker, 'message')) as [Vacuumed];
  return answer;
};
