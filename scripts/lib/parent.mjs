const LOOK_MS = 500;

/**
 * Under npm, ends this command as a SIGTERM does once its parent is gone: a killed npm, or the shell
 * between the two, passes no signal on.
 */
export const endWithNpm = () => {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_MS).unref();
};
