import { setTimeout as sleep } from 'node:timers/promises';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Longest run of a test file with a service on a slow machine. */
const FILE_MAX_MS = 10 * MINUTE_MS;
const WITH_SERVICE = /\.(e2e|long)-spec\.ts$/;

/**
 * Returns the wait before a test file, so that midnight UTC does not fall into its run. At midnight a
 * partner's period ends and a user's daily limit restarts.
 */
export const waitMs = (testPath, nowMs) => {
  const leftMs = DAY_MS - (nowMs % DAY_MS);
  return WITH_SERVICE.test(testPath) && leftMs <= FILE_MAX_MS ? leftMs : 0;
};

export const awaitMidnight = async (testPath) => {
  for (let ms = waitMs(testPath, Date.now()); ms > 0; ms = waitMs(testPath, Date.now())) {
    console.info(`${testPath} waits ${Math.ceil(ms / 1_000)} s for midnight UTC`);
    await sleep(ms);
  }
};
