import { closeSync, existsSync, openSync, renameSync, statSync, writeSync } from 'node:fs';

const ROTATE_BYTES = 10 * 1024 * 1024;
const LINE_BYTES = 64 * 1024;
const ECHOES_PER_WINDOW = 10;
const WINDOW_MS = 10_000;

/** Returns a function that appends to a file. Above 10 MiB the file replaces `<file>.1`. */
export const openLogFile = (path) => {
  let file = openSync(path, 'a');
  let bytes = statSync(path).size;
  const rotate = () => {
    bytes = 0;
    if (existsSync(path)) renameSync(path, `${path}.1`);
    const next = openSync(path, 'a');
    closeSync(file);
    file = next;
  };
  return (chunk) => {
    // A full disk must not end the supervisor. The apps report it.
    if (bytes > ROTATE_BYTES) attempt(rotate);
    attempt(() => (bytes += writeSync(file, chunk)));
  };
};

/** Runs an optional action and ignores its failure. */
export const attempt = (work) => {
  try {
    work();
  } catch {
    return;
  }
};

/** Splits a byte stream into lines of at most 64 KiB. */
export const lines = (onLine) => {
  let rest = '';
  return (chunk) => {
    const parts = (rest + chunk.toString('utf8')).split('\n');
    rest = parts.pop().slice(-LINE_BYTES);
    parts.filter((line) => line.trim() !== '').forEach(onLine);
  };
};

/** Returns the text of an error by pino, or of a line that is not JSON. Null for other lines. */
export const errorText = (line) => {
  if (!line.startsWith('{')) return line;
  try {
    const { level, msg, err } = JSON.parse(line);
    return level >= 50 ? [msg, err?.message].filter(Boolean).join(': ') : null;
  } catch {
    return line;
  }
};

/** Prints at most ten lines in ten seconds, and a note if there are more. */
export const throttled = (say) => {
  let windowEndsAt = 0;
  let count = 0;
  return (line) => {
    if (performance.now() > windowEndsAt) {
      windowEndsAt = performance.now() + WINDOW_MS;
      count = 0;
    }
    count += 1;
    if (count <= ECHOES_PER_WINDOW) say(line);
    else if (count === ECHOES_PER_WINDOW + 1) say('… see the log for further lines');
  };
};
