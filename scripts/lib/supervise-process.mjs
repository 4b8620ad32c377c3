import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, errorText, lines, openLogFile, throttled } from './log-file.mjs';

const FIRST_PAUSE_MS = 250;
const LAST_PAUSE_MS = 10_000;
const SETTLED_MS = 30_000;
const LAST_WORDS = 20;
const DRAIN_MS = 500;

/**
 * Keeps one process running: starts it, logs its output, and restarts it when it dies.
 * `launch()` returns `{child, ready}`, and for a process with a companion `untied`, which resolves when
 * the companion has ended. A process that ends before it was ever ready is not restarted; it calls
 * `onHopeless(lastWords)` with its last output. `plain` is for a process that logs text and does not
 * write its pid.
 */
export const keep = ({ name, dataDir, launch, say, onReady, onHopeless, plain = false }) => {
  const log = openLogFile(join(dataDir, 'logs', `${name}.log`));
  const pidFile = join(dataDir, 'run', `${name}.pid`);
  const echo = plain ? () => undefined : throttled((text) => say(`${name}: ${text}`));
  let child, gone, untied, words, timer;
  let stopping = false;
  let everReady = false;
  let pauseMs = FIRST_PAUSE_MS;

  const start = () => {
    const startedAt = performance.now();
    const launched = launch();
    ({ child, untied } = launched);
    words = listen(child, { name, log, plain, onError: (text) => everReady && echo(text) });
    // Without space on the disk, the process still runs.
    if (plain && child.pid !== undefined) attempt(() => writeWhole(pidFile, String(child.pid)));
    gone = end(child);
    void launched.ready.then((isReady) => isReady && becameReady());
    void gone.then((how) => ended(how, startedAt));
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
        () => onHopeless(words.length > 0 ? words : [`${name} ended: code ${code}`]),
        DRAIN_MS,
      );
      return;
    }
    if (performance.now() - startedAt > SETTLED_MS) pauseMs = FIRST_PAUSE_MS;
    say(`${name} ended (${signal ?? `code ${code}`}), starting it again in ${pauseMs} ms`);
    timer = setTimeout(start, pauseMs);
    pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS);
  };

  start();
  return {
    name,
    lastWord: () => words.at(-1) ?? 'nothing said yet',
    kill: () => child.kill('SIGKILL'),
    /** Asks it to end, and ends it at `untilMs` (of performance.now()). */
    stop: async (untilMs) => {
      stopping = true;
      clearTimeout(timer);
      child.kill('SIGTERM');
      const last = setTimeout(
        () => child.kill('SIGKILL'),
        Math.max(0, untilMs - performance.now()),
      );
      await gone;
      clearTimeout(last);
      await untied;
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

/** Logs everything; answers the last things worth a person's attention, kept up to date. */
const listen = (child, { name, log, plain, onError }) => {
  const words = [];
  const hear = (accepts) =>
    lines((line) => {
      const text = accepts(line) ? errorText(line) : null;
      if (text === null) return;
      const reported = text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text;
      words.push(reported);
      if (words.length > LAST_WORDS) words.shift();
      onError(reported);
    });
  const onOutput = hear((line) => (plain ? / # /.test(line) : line.startsWith('{')));
  const onErrorOutput = hear(() => true);
  child.stdout?.on('data', (chunk) => (log(chunk), onOutput(chunk)));
  child.stderr?.on('data', (chunk) => (log(chunk), onErrorOutput(chunk)));
  return words;
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
