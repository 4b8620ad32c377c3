import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIfChanged } from './build.mjs';
import { withCheckoutLock, runLockedTool } from './checkout-lock.mjs';
import { Problem } from './problem.mjs';
import { sinceText } from './since.mjs';
import { ROOT } from './tools.mjs';

/** Packages of the service and its build, or all packages including tests and checks. */
const SCOPES = { service: ['--omit=dev'], all: ['--include=dev'] };

/** Installs the packages of the lock file and builds changed parts. Concurrent calls run one after another. */
export const prepare = (say, { scope = 'service', builds = true } = {}) =>
  withCheckoutLock(say, async () => {
    await installIfChanged(say, scope);
    const schemas = scope === 'all' ? ['schemas'] : [];
    await buildIfChanged(say, [...schemas, ...(builds ? ['services', 'console'] : [])]);
  });

const installIfChanged = async (say, wanted) => {
  const hash = hashOf(join(ROOT, 'package-lock.json'));
  if (isMarked(ROOT, `${hash} all`) || isMarked(ROOT, `${hash} ${wanted}`)) return;
  const startedAt = performance.now();
  const scope = markOf(ROOT)?.endsWith(' all') ? 'all' : wanted;
  say(`installing packages (about ${scope === 'all' ? 40 : 20} s) …`);
  await install(ROOT, `${hash} ${scope}`, SCOPES[scope]);
  say(`packages are installed (${sinceText(startedAt)})`);
};

/**
 * Installs the packages of the folder's lock file, and marks the folder after `verify()` succeeds. A
 * folder without a mark may be incomplete.
 */
export const install = async (folder, mark, options, verify = async () => undefined) => {
  const modules = join(folder, 'node_modules');
  const isComplete = markOf(folder) !== null;
  await rm(markFile(folder), { force: true });
  if (!isComplete) await rm(modules, { recursive: true, force: true });
  let result = await npmInstall(folder, options);
  if (result.code !== 0 && isComplete) {
    await rm(modules, { recursive: true, force: true });
    result = await npmInstall(folder, options);
  }
  if (result.code !== 0)
    throw new Problem(`${result.output.trim()}\nnpm install failed: fix the error above.`);
  const missing = findMissing(folder, options);
  if (missing !== undefined)
    throw new Problem(
      `npm could not fetch ${missing}: check the connection to the registry, and run the command again.`,
    );
  await verify();
  writeFileSync(markFile(folder), mark);
};

/** `npm ci` would reject a lock file that lacks binaries of some platforms. */
const npmInstall = (folder, options) => {
  const npm = process.env.npm_execpath;
  const args = ['install', `--prefix=${folder}`, '--no-save', '--ignore-scripts', ...options];
  args.push('--no-audit', '--no-fund', '--no-progress', '--loglevel=error');
  return npm?.endsWith('.js')
    ? runLockedTool(process.execPath, [npm, ...args])
    : runLockedTool('npm', args);
};

/**
 * Returns a missing package for this platform. Such packages are optional for npm, but the build needs
 * them.
 */
const findMissing = (folder, options) => {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const wanted = Object.entries(packages).filter(
    ([, one]) =>
      one.os !== undefined &&
      isForThisPlatform(one) &&
      !(one.dev && options.includes('--omit=dev')),
  );
  const [path] = wanted.find(([place]) => !existsSync(join(folder, place))) ?? [];
  return path?.split('node_modules/').at(-1);
};

const isForThisPlatform = ({ os, cpu, libc }) => {
  const { platform, arch } = process;
  const fits = (words, word) => words === undefined || [words].flat().includes(word);
  return (
    fits(os, platform) && fits(cpu, arch) && (libc === undefined || fits(libc, libcOfThisMachine()))
  );
};

const libcOfThisMachine = () => {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
};

const markFile = (folder) => join(folder, 'node_modules', '.whole');

const markOf = (folder) =>
  existsSync(markFile(folder)) ? readFileSync(markFile(folder), 'utf8') : null;

/** Returns whether all packages of the folder are installed for this mark. */
export const isMarked = (folder, mark) => markOf(folder) === mark;

/** Returns a hash of the lock file and the platform, because some packages are for one platform. */
export const hashOf = (lockFile) => {
  if (!existsSync(lockFile)) throw new Problem(`${lockFile} is missing: restore it.`);
  const machine = `${process.platform}-${process.arch}`;
  return createHash('sha256').update(machine).update(readFileSync(lockFile)).digest('hex');
};
