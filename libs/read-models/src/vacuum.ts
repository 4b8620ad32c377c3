import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { SQLITE_BUSY_TIMEOUT_MS } from '#event-log/timing.js';

/** SQLite blocks its caller's thread, and a vacuum takes time in proportion to the file. */
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

/** `isBusy`: other connections blocked it. `code`: error code of SQLite, if it failed. */
export type Vacuumed = { readonly isBusy: boolean; readonly code?: string };

/** Rewrites the file without deleted data and empties its write-ahead log, in another thread. */
export const vacuum = async (path: string): Promise<Vacuumed> => {
  const sqlite = createRequire(import.meta.url).resolve('better-sqlite3');
  const workerData = { sqlite, path, timeout: SQLITE_BUSY_TIMEOUT_MS };
  const worker = new Worker(PROGRAM, { eval: true, workerData });
  const [answer] = (await once(worker, 'message')) as [Vacuumed];
  return answer;
};
