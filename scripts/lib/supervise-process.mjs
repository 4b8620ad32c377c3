import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, errorText, lines, openLogFile, throttled } from './log-file.mjs';

const FIRST_PAUSE_MS = 250;
const LAST_PAUSE_MS = 10_000;
const STABLE_MS = 30_000;
const LAST_LINES = 20;
const DRAIN_MS = 500;

/**
 * Starts a process, logs its output, and restarts it after its end. If the process ends before it was
 * ever ready, calls `onStartFailure` with the last lines of its output. `launch()` returns
 * `{child, ready, companionEnd}`; `companionEnd` resolves when a companion process has ended. `plain`:
 * the process logs text, and does not write its pid.
 */
export const superviseProcess = ({
  name,
  dataDir,
  launch,
  say,
  onReady,
  onStartFailure,
  plain = false,
}) => {
  const log = openLogFile(join(dataDir, 'logs', `${name}.log`));
  const pidFile = join(dataDir, 'run', `${name}.pid`);
  const echo = plain ? () => undefined : throttled((text) => say(`${name}: ${text}`));
  let child, exit, companionEnd, lastLines, timer;
  let stopping = false;
  let everReady = false;
  let pauseMs = FIRST_PAUSE_MS;

  const start = () => {
    const startedAt = performance.now();
    const launched = launch();
    ({ child, companionEnd } = launched);
    lastLines = listen(child, { name, log, plain, onError: (text) => everReady && echo(text) });
    // The process must run even if the disk is full.
    if (plain && child.pid !== undefined) attempt(() => writeWhole(pidFile, String(child.pid)));
    exit = end(child);
    void launched.ready.then((isReady) => isReady && becameReady());
    void exit.then((result) => ended(result, startedAt));
  };
  const becameReady = () => {
    if (!everReady && !stopping) onReady();
    everReady = true;
  };
  const ended = ({ code, signal }, startedAt) => {
    removePid(pidFile, child.pid);
    if (stopping) return;
    if (!everReady && signal === null) {
      setTimeout(
        () => onStartFailure(lastLines.length > 0 ? lastLines : [`${name} ended: code ${code}`]),
        DRAIN_MS,
      );
      return;
    }
    if (performance.now() - startedAt > STABLE_MS) pauseMs = FIRST_PAUSE_MS;
    say(`${name} ended (${signal ?? `code ${code}`}), restarting it in ${pauseMs} ms`);
    timer = setTimeout(start, pauseMs);
    pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS);
  };

  start();
  return {
    name,
    lastLine: () => lastLines.at(-1) ?? 'no output yet',
    kill: () => child.kill('SIGKILL'),
    /** Sends SIGTERM, and SIGKILL at `untilMs` (of performance.now()). */
    stop: async (untilMs) => {
      stopping = true;
      clearTimeout(timer);
      child.kill('SIGTERM');
      const last = setTimeout(
        () => child.kill('SIGKILL'),
        Math.max(0, untilMs - performance.now()),
      );
      await exit;
      clearTimeout(last);
      await companionEnd;
    },
  };
};

const end = (child) =>
  new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', (error) => {
      if (child.pid === undefined) resolve({ code: error.code, signal: null });
    });
  });

/** Logs all output. Returns an array that always contains the last error lines. */
const listen = (child, { name, log, plain, onError }) => {
  const lastLines = [];
  const onLine = (accepts) =>
    lines((line) => {
      const text = accepts(line) ? errorText(line) : null;
      if (text === null) return;
      const reported = text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text;
      lastLines.push(reported);
      if (lastLines.length > LAST_LINES) lastLines.shift();
      onError(reported);
    });
  const onOutput = onLine((line) => (plain ? / # /.test(line) : line.startsWith('{')));
  const onErrorOutput = onLine(() => true);
  child.stdout?.on('data', (chunk) => (log(chunk), onOutput(chunk)));
  child.stderr?.on('data', (chunk) => (log(chunk), onErrorOutput(chunk)));
  return lastLines;
};

/** Writes the file atomically. */
export const writeWhole = (file, content) => {
  writeFileSync(`${file}.new`, `${content}\n`);
  renameSync(`${file}.new`, file);
};

export const removePid = (file, pid) =>
  attempt(() => {
    if (readFileSync(file, 'utf8').trim() === String(pid)) rmSync(file, { force: true });
  });
