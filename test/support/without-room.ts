import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Smaller than every file that the process writes. */
const ROOM_BYTES = 4_096;

/**
 * Simulates a full disk for this process while `work` runs: it cannot write behind the first page of a
 * file.
 * @throws {Error} if the process ended meanwhile
 */
export const withoutRoom = async (pid: number, work: () => Promise<unknown>): Promise<void> => {
  const limit = (bytes: string) =>
    promisify(execFile)('prlimit', ['--pid', `${pid}`, `--fsize=${bytes}:`]);
  await limit(`${ROOM_BYTES}`);
  try {
    await work();
  } finally {
    await limit('unlimited');
  }
};
