const LOOK_MS = 500;

/**
 * Under npm, ends this command as a SIGTERM does once npm or its own parent is gone: a killed npm, or
 * the shell between the two, passes no signal on.
 */
export const endWithNpm = () => {
  const { npm_lifecycle_event: command, NPM_PID: npm } = process.env;
  if (command === undefined) return;
  const parent = process.ppid;
  const isGone = () => process.ppid !== parent || !isAlive(npm);
  if (isGone()) process.exit(1);
  const timer = setInterval(() => {
    if (!isGone()) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS).unref();
};

/** True also of one that nobody named. */
const isAlive = (pid) => {
  if (pid === undefined) return true;
  try {
    return process.kill(Number(pid), 0);
  } catch ({ code }) {
    return code === 'EPERM';
  }
};
