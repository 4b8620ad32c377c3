import { join } from 'node:path';
import { lock } from './lock.mjs';
import { ROOT, runTool } from './tools.mjs';

const TIMEOUT_MS = 15 * 60_000;
let held;

/** Runs work that changes this checkout. Concurrent commands run one after another. */
export const withCheckoutLock = async (say, work) => {
  held = await lock(join(ROOT, 'dist', '.prepare.lock'), {
    timeoutMs: TIMEOUT_MS,
    onWait: (pid) => say(`waiting for process ${pid}, which is preparing this checkout …`),
    onTimeout: (pid) =>
      `process ${pid} is still preparing this checkout: stop the process, then try again.`,
  });
  try {
    return await work();
  } finally {
    held.release();
  }
};

/**
 * Runs a tool that changes this checkout. The tool ends at once with its starter. The next command
 * waits for its end, so that two tools cannot write at the same time.
 */
export const runLockedTool = (command, args, { env } = {}) =>
  runTool(command, args, { env, graceS: 0, onStart: held.addTool });
