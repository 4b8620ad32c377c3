import { isRunning } from './lock.mjs';
import { main } from './problem.mjs';
import { endToolsWhenInterrupted } from './tools.mjs';

const POLL_MS = 500;

/**
 * Under npm, ends this command by SIGTERM when npm or the parent process has ended, because a killed
 * npm or shell does not forward signals.
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
  }, POLL_MS).unref();
};

/** Runs a command that ends with npm, and ends its tools when it is interrupted. */
export const runCommand = (run) =>
  main(async () => {
    endToolsWhenInterrupted();
    endWithNpm();
    await run();
  });
