import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from './problem.mjs';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Running tools, each with the signal that ends it. */
const running = new Map();
process.once('exit', () => running.forEach((signal, pid) => signalGroup(pid, signal)));

/** Makes an interrupted command end by `process.exit`, so that it also ends its tools. */
export const endToolsWhenInterrupted = () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => process.exit(130));
};

/**
 * Shell that ends a program after its starter has ended. It reads a pipe that only the starter holds,
 * and ends the program's process group when the pipe closes without data.
 */
const TETHERED = `
( trap '' HUP INT TERM
  read -r _ <&3 && exit
  kill -TERM -$$
  sleep "$0"
  kill -9 -$$ ) >/dev/null 2>&1 &
exec "$@" 3<&-
`;
const GRACE_S = 3;

/**
 * Starts a program in a separate process group, so that a Ctrl-C reaches only its starter. The group
 * ends with the starter: by SIGTERM, and `graceS` seconds later by SIGKILL.
 */
export const launchTethered = (
  program,
  args,
  { graceS = GRACE_S, out = 'pipe', ...options } = {},
) => {
  const child = spawn('sh', ['-c', TETHERED, String(graceS), program, ...args], {
    ...options,
    stdio: ['ignore', out, out, 'pipe'],
    detached: true,
  });
  const tether = child.stdio[3];
  tether.on('error', () => tether.destroy());
  child.once('exit', () => tether.end('\n'));
  return child;
};

/**
 * Runs a tool to its end. Returns its output, or shows it with `show`. Calls `onStart(pid)` with its
 * process group.
 */
export const runTool = (
  command,
  args,
  { env = process.env, show = false, timeoutMs, graceS, onStart } = {},
) =>
  new Promise((resolve) => {
    const out = show ? process.stdout.fd : 'pipe';
    const child = launchTethered(command, args, { graceS, out, cwd: ROOT, env });
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    if (child.pid !== undefined) {
      running.set(child.pid, graceS === 0 ? 'SIGKILL' : 'SIGTERM');
      onStart?.(child.pid);
    }
    const timer = timeoutMs && setTimeout(() => signalGroup(child.pid, 'SIGKILL'), timeoutMs);
    const done = (code, text) => {
      running.delete(child.pid);
      clearTimeout(timer);
      resolve({ code, output: Buffer.concat(output).toString('utf8') + text });
    };
    child.once('error', (error) => done(127, `${command}: ${error.message}\n`));
    child.once('close', (code, signal) => done(code ?? 1, signal ? `ended by ${signal}\n` : ''));
  });

/** Signals a tool's group, if it still exists. */
const signalGroup = (pid, signal) => {
  try {
    process.kill(-pid, signal);
  } catch {
    return;
  }
};

/** Returns the path of the first of these programs in PATH or in `more`, or null. */
const findProgram = (names, more = []) => {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...more];
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find(isExecutable) ?? null;
};

const isExecutable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/**
 * Finds a program, installs its Debian package if that is allowed, or reports the required package.
 * `folders()` returns further folders to search.
 */
export const findOrInstall = async (names, { debianPackage, advice, say, folders = () => [] }) => {
  const found = findProgram(names, folders());
  if (found !== null) return found;
  const missing = `${names[0]} is missing`;
  if (process.getuid?.() !== 0 || findProgram(['apt-get']) === null) {
    throw new Problem(`${missing}: ${advice}`);
  }
  say(`${missing}: installing it with apt-get …`);
  // Run level 1 prevents the package from starting its service.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await runTool('apt-get', ['update', '-qq'], { env });
  const install = ['install', '-y', '-qq', '--no-install-recommends', debianPackage];
  const { output } = await runTool('apt-get', install, { env });
  const installed = findProgram(names, folders());
  if (installed !== null) return installed;
  const lastLine = output.trim().split('\n').at(-1);
  throw new Problem(`${missing} and apt-get could not install it (${lastLine}): ${advice}`);
};
