import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './tools.mjs';

/**
 * glibc gives blocks over 1 MiB back to the system when they are freed. Left alone it learns from
 * the first password hash to keep such blocks (19 MiB each, once for every thread). Each of its
 * arenas keeps free blocks of its own; two in place of eight a core leave uploads 40 MB more room.
 */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: String(1024 * 1024), MALLOC_ARENA_MAX: '2' };
/**
 * V8 sizes the young part of a heap by the machine: with 24 GiB it let uploads fill 134 MB of the API
 * before it collected, and kept them.
 */
const OPTIONS = { api: ['--max-semi-space-size=8'] };
const TETHER = pathToFileURL(join(ROOT, 'scripts', 'lib', 'tether.mjs')).href;

/**
 * Starts one app, as it is built in that folder. It says `{ready: true}` over the IPC channel, and ends when that channel
 * closes: so it cannot outlive its supervisor.
 */
export const launchApp = (name, env, folder = ROOT) => {
  const main = join(folder, 'dist', 'apps', name, 'main.js');
  const child = spawn(process.execPath, [...(OPTIONS[name] ?? []), '--import', TETHER, main], {
    env: { ...ALLOCATOR, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const ready = new Promise((resolve) => {
    child.on('message', (message) => message?.ready === true && resolve(true));
    child.once('exit', () => resolve(false));
    child.once('error', () => resolve(false));
  });
  return { child, ready };
};
