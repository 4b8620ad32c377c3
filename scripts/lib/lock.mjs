import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from './problem.mjs';
import { attempt } from './log-file.mjs';

/**
 * Waits for the lock between processes of one machine, at most `timeoutMs`. The lock is a file with
 * its owner and the tools of the owner. The lock of a dead owner is taken over when its tools have
 * ended. Calls `onWait(pid)` once before it waits. `onTimeout(pid)` returns the message of the problem
 * after the timeout. Returns `{release, addTool}`. `addTool(pid)` notes a tool of the owner.
 */
export const lock = async (path, { timeoutMs, onWait, onTimeout }) => {
  const owner = { ...whoIs(process.pid), tools: [] };
  const until = performance.now() + timeoutMs;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  for (let waited = false; !take(path, owner); waited = true) {
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
    owner.tools.push(whoIs(pid));
    renameSync(write(path, owner), path);
  };
  return { release, addTool };
};

const take = (path, owner) => {
  const own = write(path, owner);
  try {
    linkSync(own, path);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  } finally {
    rmSync(own, { force: true });
  }
  const holder = ownerOf(path);
  if (holder !== null && [holder, ...holder.tools].some(isAlive)) return false;
  discard(path, holder);
  return take(path, owner);
};

/** Returns the path of a complete file that has yet to get the name of the lock. */
const write = (path, owner) => {
  const own = `${path}.${process.pid}`;
  writeFileSync(own, JSON.stringify(owner), { mode: 0o600 });
  return own;
};

/** Removes the lock of a dead owner. Another process may have taken it over: that lock is put back. */
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

/** Identifies a process, also if a later one has the same pid. */
const whoIs = (pid) => ({ pid, started: startOf(pid) });

const isAlive = ({ pid, started }) => isRunning(pid) && startOf(pid) === started;

/** Returns whether a process with this pid runs. A zombie does not. */
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
