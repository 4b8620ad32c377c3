import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const REGISTER = new URL('./register.mjs', import.meta.url).href;

export type Child = ChildProcessByStdio<null, Readable, null>;

/** Runs a TypeScript file in a separate process with the parent's stderr. */
export const runTypeScript = (script: URL, ...args: readonly string[]): Child => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  return spawn(process.execPath, [`--import=${REGISTER}`, fileURLToPath(script), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH, NODE_COMPILE_CACHE },
  });
};

/** Returns the exit code, or the signal that ended the process. */
export const ended = async (child: ChildProcess): Promise<number | NodeJS.Signals> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode ?? child.signalCode ?? 0;
};
