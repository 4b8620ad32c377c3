import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from './problem.mjs';
import { attempt } from './log-file.mjs';

/**
 * Acquires a lock between processes of one machine. The lock is a file with its owner and the owner's
 * tools. It is free when the owner and its tools have ended. Calls `onWait(pid)` once before it waits.
 * Returns `{release, addTool}`; `addTool(pid)` adds a tool of the owner.
 * @throws {Problem} with `onTimeout(pid)` after `timeoutMs`.
 */
export const lock = async (path, { timeoutMs, onWait, onTimeout }) => {
  const owner = { ...identityOf(process.pid), tools: [] };
  const until = performance.now() + timeoutMs;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  for (let waited = false; !tryAcquire(path, owner); waited = true) {
    const { pid } = ownerOf(path) ?? { pid: 0 };
    if (performance.now() > until) throw new Problem(onTimeout(pid));
    if (!waited) onWait(pid);
    await sleep(200);
  }
  const release = () => {
    if (isSame(ownerOf(path), owner)) rmSync(path, { force: true });
  };
  process.once('exit', release);
  const addTool = (pid) => {
    owner.tools.push(identityOf(pid));
    renameSync(write(path, owner), path);
  };
  return { release, addTool };
};

const tryAcquire = (path, owner) => {
  const temporary = write(path, owner);
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  const holder = ownerOf(path);
  if (holder !== null && [holder, ...holder.tools].some(isAlive)) return false;
  discard(path, holder);
  return tryAcquire(path, owner);
};

/** Writes a complete lock file under a temporary name, and returns its path. */
const write = (path, owner) => {
  const temporary = `${path}.${process.pid}`;
  writeFileSync(temporary, JSON.stringify(owner), { mode: 0o600 });
  return temporary;
};

/** Removes the lock of a dead owner. Restores the lock if another process has acquired it. */
const discard = (path, dead) => {
  const gone = `${path}.${process.pid}.gone`;
  attempt(() => {
    renameSync(path, gone);
    if (!isSame(ownerOf(gone), dead)) linkSync(gone, path);
  });
  rmSync(gone, { recursive: true, force: true });
};

const isSame = (one, other) => one?.pid === other?.pid && one?.started === other?.started;

const ownerOf = (path) => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
};

/** Identifies a process even if a later process has the same pid. */
const identityOf = (pid) => ({ pid, started: startOf(pid) });

const isAlive = ({ pid, started }) => isRunning(pid) && startOf(pid) === started;

/** Returns true if a process with this pid runs. A zombie does not count. */
export const isRunning = (pid) => {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  return startOf(pid) !== DEAD;
};

const DEAD = 'dead';

/**
 * Returns the start time, which distinguishes processes with the same pid (Linux only). A zombie has
 * the start time `DEAD`.
 */
const startOf = (pid) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return /[ZX]/.test(fields[0]) ? DEAD : fields[19];
  } catch {
    return '';
  }
};
