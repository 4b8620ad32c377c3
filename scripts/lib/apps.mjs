import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './tools.mjs';

/**
 * Makes glibc return freed blocks over 1 MiB to the system. By default it keeps such blocks after the
 * first password hash (19 MiB per thread). Each arena keeps free blocks. Two arenas instead of eight
 * per core leave 40 MB more memory for uploads.
 */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: String(1024 * 1024), MALLOC_ARENA_MAX: '2' };
/**
 * V8 sizes the young generation by the memory of the machine. With 24 GiB, uploads filled 134 MB of the
 * API before a collection, and an idle worker kept 80 MB more.
 */
const YOUNG_GENERATION = ['--max-semi-space-size=8'];
const OPTIONS = { api: YOUNG_GENERATION, worker: YOUNG_GENERATION };
const WATCHDOG = pathToFileURL(join(ROOT, 'scripts', 'lib', 'parent-watchdog.mjs')).href;

/**
 * Starts one built app of the folder. The app sends `{ready: true}` over the IPC channel, and ends when
 * the channel closes, so it cannot outlive its supervisor.
 */
export const launchApp = (name, env, folder = ROOT) => {
  const main = join(folder, 'dist', 'apps', name, 'main.js');
  const child = spawn(process.execPath, [...(OPTIONS[name] ?? []), '--import', WATCHDOG, main], {
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
