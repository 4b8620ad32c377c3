import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Problem } from './problem.mjs';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Tools that are running, each with how it is told to end. */
const running = new Map();
process.once('exit', () => running.forEach((signal, pid) => signalGroup(pid, signal)));

/** Has an interrupted command end by `process.exit`, so that it ends its tools, too. */
export const endToolsWhenInterrupted = () => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, () => process.exit(130));
};

/**
 * A tool knows nothing of its starter's death, so a shell beside it does: it reads from a pipe that
 * only the starter holds, and ends the tool's group when the pipe closes without a word.
 */
const TETHERED = `
( trap '' HUP INT TERM
  read -r _ <&3 && exit
  sleep "$0"
  kill -9 -$$ ) >/dev/null 2>&1 &
exec "$@" 3<&-
`;
const GRACE_S = 3;

/**
 * Runs a tool to its end. Its output is returned, or shown as it comes with `show`. The tool gets a
 * process group of its own, which goes when the starter does: asked by SIGTERM and killed `graceS`
 * seconds later, or killed at once with 0. `onStart(pid)` is told its group.
 */
export const runTool = (
  command,
  args,
  { env = process.env, show = false, timeoutMs, graceS = GRACE_S, onStart } = {},
) =>
  new Promise((resolve) => {
    const out = show ? process.stdout.fd : 'pipe';
    const stdio = ['ignore', out, out, 'pipe'];
    const tethered = ['-c', TETHERED, String(graceS), command, ...args];
    const child = spawn('sh', tethered, { cwd: ROOT, env, stdio, detached: true });
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    const tether = child.stdio[3];
    tether.on('error', () => tether.destroy());
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
    child.once('exit', () => tether.end('\n'));
    child.once('close', (code, signal) => done(code ?? 1, signal ? `ended by ${signal}\n` : ''));
  });

/** Signals a tool's group; nothing when it is gone. */
export const signalGroup = (pid, signal) => {
  try {
    process.kill(-pid, signal);
  } catch {
    return;
  }
};

/** The first of these programs that PATH, or one of `more` folders, holds, or null. */
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
 * Finds a program, or installs its Debian package where that is allowed, or says what to install.
 * `folders()`: where it may be beside PATH.
 */
export const findOrInstall = async (names, { debianPackage, advice, say, folders = () => [] }) => {
  const found = findProgram(names, folders());
  if (found !== null) return found;
  const missing = `${names[0]} is missing`;
  if (process.getuid?.() !== 0 || findProgram(['apt-get']) === null) {
    throw new Problem(`${missing}: ${advice}`);
  }
  say(`${missing}: installing it with apt-get …`);
  // At run level 1 the package's own service is not started beside ours.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  await runTool('apt-get', ['update', '-qq'], { env });
  const install = ['install', '-y', '-qq', '--no-install-recommends', debianPackage];
  const { output } = await runTool('apt-get', install, { env });
  const installed = findProgram(names, folders());
  if (installed !== null) return installed;
  const lastLine = output.trim().split('\n').at(-1);
  throw new Problem(`${missing} and apt-get could not install it (${lastLine}): ${advice}`);
};
