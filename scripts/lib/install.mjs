import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIfChanged } from './build.mjs';
import { inTurn, runInTurn } from './checkout-lock.mjs';
import { Problem } from './problem.mjs';
import { sinceText } from './since.mjs';
import { ROOT } from './tools.mjs';

/** Packages of the service and its build, or all packages including tests and checks. */
const SCOPES = { service: ['--omit=dev'], all: ['--include=dev'] };

/** Installs packages as the lock file says and builds what changed. Two calls at once take turns. */
export const prepare = (say, { scope = 'service', builds = true } = {}) =>
  inTurn(say, async () => {
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
 * Installs the packages of the folder's lock file, and marks the folder once `prove()` succeeds. A
 * folder without a mark may be incomplete, which npm does not record.
 */
export const install = async (folder, mark, options, prove = async () => undefined) => {
  const modules = join(folder, 'node_modules');
  const isWhole = markOf(folder) !== null;
  await rm(markFile(folder), { force: true });
  if (!isWhole) await rm(modules, { recursive: true, force: true });
  let result = await npmInstall(folder, options);
  if (result.code !== 0 && isWhole) {
    await rm(modules, { recursive: true, force: true });
    result = await npmInstall(folder, options);
  }
  if (result.code !== 0)
    throw new Problem(`${result.output.trim()}\nnpm install failed: fix the error above.`);
  const missing = leftOut(folder, options);
  if (missing !== undefined)
    throw new Problem(
      `npm could not fetch ${missing}: check the connection to the registry, then try again.`,
    );
  await prove();
  writeFileSync(markFile(folder), mark);
};

/** Not `npm ci`, which rejects a lock file that lacks binaries of some platforms. */
const npmInstall = (folder, options) => {
  const npm = process.env.npm_execpath;
  const args = ['install', `--prefix=${folder}`, '--no-save', '--ignore-scripts', ...options];
  args.push('--no-audit', '--no-fund', '--no-progress', '--loglevel=error');
  return npm?.endsWith('.js')
    ? runInTurn(process.execPath, [npm, ...args])
    : runInTurn('npm', args);
};

/**
 * Returns missing optional packages. npm succeeds without them, but packages for one platform are
 * optional and the build needs them.
 */
const leftOut = (folder, options) => {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
  const wanted = Object.entries(packages).filter(
    ([, one]) =>
      one.os !== undefined && isForHere(one) && !(one.dev && options.includes('--omit=dev')),
  );
  const [path] = wanted.find(([place]) => !existsSync(join(folder, place))) ?? [];
  return path?.split('node_modules/').at(-1);
};

const isForHere = ({ os, cpu, libc }) => {
  const { platform, arch } = process;
  const fits = (words, word) => words === undefined || [words].flat().includes(word);
  return fits(os, platform) && fits(cpu, arch) && (libc === undefined || fits(libc, libcHere()));
};

const libcHere = () => {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
};

const markFile = (folder) => join(folder, 'node_modules', '.whole');

const markOf = (folder) =>
  existsSync(markFile(folder)) ? readFileSync(markFile(folder), 'utf8') : null;

/** Returns whether all packages of the folder are installed for this mark. */
export const isMarked = (folder, mark) => markOf(folder) === mark;

/** The hash contains the platform, because packages may be for one platform only. */
export const hashOf = (lockFile) => {
  if (!existsSync(lockFile)) throw new Problem(`${lockFile} is missing: restore it.`);
  const machine = `${process.platform}-${process.arch}`;
  return createHash('sha256').update(machine).update(readFileSync(lockFile)).digest('hex');
};
