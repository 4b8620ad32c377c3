import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorDetails, errorDetails } from './error-details.js';
import { dropLogs, endLogs } from './log-output.js';

/** Time limit of a shutdown. */
export const SHUTDOWN_WITHIN_MS = 7_000;

export type Running = {
  readonly close: () => Promise<void>;
  /** Continues after SIGTERM until other processes have taken over or the signal aborts. */
  readonly drain?: (signal: AbortSignal) => Promise<void>;
};

/**
 * Runs a process: starts it, writes the pid file `<dataDir>/run/<app>.pid`, reports to the
 * supervisor, and ends it on SIGTERM, SIGINT, SIGHUP or the death of the supervisor. A failed start
 * prints its reason and exits with 1.
 */
export const runProcess = async (
  app: string,
  start: () => Promise<Running & { readonly dataDir: string }>,
): Promise<void> => {
  process.on('uncaughtException', crash);
  keepFilesPrivate();
  try {
    const running = await start();
    const pidFile = writePidFile(running.dataDir, app);
    endOnRequest(running, pidFile);
    process.send?.({ ready: true });
  } catch (error) {
    for (const line of explain(error).split('\n')) console.error(`${app}: ${line}`);
    await fail();
  }
};

/**
 * Restricts new files and folders to the user of the process, because they contain events and logs.
 */
export const keepFilesPrivate = (): void => void process.umask(0o077);

const writePidFile = (dataDir: string, app: string): string => {
  const file = join(dataDir, 'run', `${app}.pid`);
  mkdirSync(join(dataDir, 'run'), { recursive: true });
  writeFileSync(`${file}.${process.pid}`, `${process.pid}\n`);
  renameSync(`${file}.${process.pid}`, file);
  return file;
};

const endOnRequest = (running: Running, pidFile: string): void => {
  let ending = false;
  const enough = new AbortController();
  const end = () => {
    enough.abort();
    if (ending) return;
    ending = true;
    const giveUp = () => {
      dropLogs();
      process.exit(1);
    };
    setTimeout(giveUp, SHUTDOWN_WITHIN_MS).unref();
    const close = async () => {
      await running.close().catch((error: unknown) => console.error(explain(error)));
      await endLogs();
    };
    void close().finally(() => {
      rmSync(pidFile, { force: true });
      process.exit(0);
    });
  };
  let draining = false;
  /** A second SIGTERM ends the process at once. */
  const drain = () => {
    const drained = draining ? undefined : running.drain?.(enough.signal);
    draining = true;
    if (drained === undefined) end();
    else void drained.finally(end);
  };
  process.on('SIGTERM', drain);
  process.on('SIGINT', end);
  process.on('SIGHUP', end);
  // The signal would end the process by default.
  process.on('SIGUSR2', () => undefined);
  process.on('disconnect', end);
};

/**
 * Prints the error with its causes and source lines. Node's own output would contain all properties
 * of the error.
 */
const crash = (error: unknown): void => {
  const reported: string[] = [];
  for (let each: ErrorDetails | undefined = errorDetails(error); each; each = each.cause)
    reported.push(each.stack === '' ? each.message : each.stack);
  console.error(reported.join('\ncaused by '));
  void fail();
};

/** Open outputs without a reader or without disk space would block the end of the process. */
const fail = async (): Promise<never> => {
  await endLogs();
  process.exit(1);
};

const explain = (error: unknown): string => {
  const { code, message, port, path } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE')
    return `port ${port} is taken; stop what listens there or choose another port`;
  if (code === 'EACCES' || code === 'ENOTDIR' || code === 'EROFS')
    return `cannot write ${path}; choose another DATA_DIR or correct its permissions`;
  return message;
};
