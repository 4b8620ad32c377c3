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
      return done.busy === 0 ? null : 'SQLITE_BUSY';
    } catch (error) {
      return error.code;
    } finally {
      file?.close();
    }
  };
  parentPort.postMessage(answer());
`;

/**
 * Rewrites the file without deleted data and empties its write-ahead log, in another thread.
 * Other connections block it with `SQLITE_BUSY`. @throws {Error} with the code of SQLite
 */
export const vacuum = async (path: string): Promise<void> => {
  const sqlite = createRequire(import.meta.url).resolve('better-sqlite3');
  const workerData = { sqlite, path, timeout: SQLITE_BUSY_TIMEOUT_MS };
  const worker = new Worker(PROGRAM, { eval: true, workerData });
  const [code] = (await once(worker, 'message')) as [string | null];
  if (code !== null) throw Object.assign(new Error('the vacuum failed'), { code });
};
