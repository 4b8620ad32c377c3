import { isRunning } from './lock.mjs';

const LOOK_MS = 500;

/**
 * Under npm, ends this command as a SIGTERM does once npm or its own parent is gone: a killed npm, or
 * the shell between the two, passes no signal on.
 */
export const endWithNpm = () => {
  const { npm_lifecycle_event: command, NPM_PID: npm } = process.env;
  if (command === undefined) return;
  const parent = process.ppid;
  const isGone = () => process.ppid !== parent || (npm !== undefined && !isRunning(Number(npm)));
  if (isGone()) process.exit(1);
  const timer = setInterval(() => {
    if (!isGone()) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS).unref();
};
