import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Less than any file has that is written to. */
const ROOM_BYTES = 4_096;

/**
 * To the process of that id the disk is full while `work` is under way: no file takes what lies behind
 * its first page. @throws {Error} when the process ended meanwhile
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
