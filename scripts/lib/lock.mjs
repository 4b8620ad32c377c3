import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from './problem.mjs';

const GUARD_STALE_MS = 10_000;

/**
 * Tries to lock between processes of one machine. The lock is a directory with its owner, created
 * atomically by rename. The lock of a dead owner is taken over. Returns `{release}`, or `{heldBy}` with
 * the owner's pid.
 */
const tryLock = (path) => {
  const owner = whoIs(process.pid);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (moveIn(path, owner)) {
      const release = () => moveOut(path, owner);
      process.once('exit', release);
      return { release };
    }
    const holder = ownerOf(path);
    if (holder !== null && isAlive(holder)) return { heldBy: holder.pid };
    evict(path);
  }
  return { heldBy: ownerOf(path)?.pid ?? 0 };
};

/**
 * Waits for the lock, at most `timeoutMs`. Calls `onWait(pid)` once before it waits. `onTimeout(pid)`
 * returns the message of the problem after the timeout.
 */
export const lock = async (path, { timeoutMs, onWait, onTimeout }) => {
  const until = performance.now() + timeoutMs;
  for (let waited = false; ; waited = true) {
    const taken = tryLock(path);
    if (taken.release) return taken.release;
    if (performance.now() > until) throw new Problem(onTimeout(taken.heldBy));
    if (!waited) onWait(taken.heldBy);
    await sleep(200);
  }
};

const moveIn = (path, owner) => {
  const own = `${path}.${randomUUID()}`;
  mkdirSync(own, { recursive: true, mode: 0o700 });
  writeFileSync(join(own, 'owner.json'), JSON.stringify(owner), { mode: 0o600 });
  try {
    renameSync(own, path);
    return true;
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false;
    throw error;
  }
};

const moveOut = (path, owner) => {
  const holder = ownerOf(path);
  if (holder?.pid === owner.pid && holder.started === owner.started) discard(path);
};

/** Removes the lock of a dead owner under a second lock, after checking the owner again. */
const evict = (path) => {
  const guard = `${path}.guard`;
  try {
    mkdirSync(guard);
  } catch {
    const sinceMs =
      Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (sinceMs > GUARD_STALE_MS) rmSync(guard, { recursive: true, force: true });
    return;
  }
  const holder = ownerOf(path);
  if (holder === null || !isAlive(holder)) discard(path);
  rmdirSync(guard);
};

const discard = (path) => {
  const gone = `${path}.${randomUUID()}`;
  try {
    renameSync(path, gone);
  } catch {
    return;
  }
  rmSync(gone, { recursive: true, force: true });
};

const ownerOf = (path) => {
  try {
    return JSON.parse(readFileSync(join(path, 'owner.json'), 'utf8'));
  } catch {
    return null;
  }
};

/** Identifies a process, also if a later one has the same pid. */
export const whoIs = (pid) => ({ pid, started: startOf(pid) });

/** Returns whether a process of `whoIs` still runs. */
export const isAlive = ({ pid, started }) => isRunning(pid) && startOf(pid) === started;

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
