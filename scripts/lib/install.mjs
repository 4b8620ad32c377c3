import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIfChanged } from './build.mjs';
import { inTurn, runInTurn } from './in-turn.mjs';
import { Problem } from './problem.mjs';
import { sinceText } from './since.mjs';
import { ROOT } from './tools.mjs';

/** What the service and its build need, or with what tests and checks need too. */
const SCOPES = { service: ['--omit=dev'], all: ['--include=dev'] };

/** Packages installed as the lock file says and sources built; two at once take turns. */
export const prepare = (say, { scope = 'service', builds = true } = {}) =>
  inTurn(say, async () => {
    await installIfChanged(say, scope);
    if (builds) await buildIfChanged(say);
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
 * Installs what the folder's lock file names, and marks it as whole once `prove()` has not thrown.
 * Without an earlier mark, what lies there may be half of something: npm's own records do not tell.
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
    throw new Problem(`${result.output.trim()}\nnpm install failed: mend what it says above.`);
  const missing = leftOut(folder, options);
  if (missing !== undefined)
    throw new Problem(
      `npm could not fetch ${missing}: look whether the registry answers, then try again.`,
    );
  await prove();
  writeFileSync(markFile(folder), mark);
};

/** Not `npm ci`: it refuses a lock file made where not every platform's binaries were to be had. */
const npmInstall = (folder, options) => {
  const npm = process.env.npm_execpath;
  const args = ['install', `--prefix=${folder}`, '--no-save', '--ignore-scripts', ...options];
  args.push('--no-audit', '--no-fund', '--no-progress', '--loglevel=error');
  return npm?.endsWith('.js')
    ? runInTurn(process.execPath, [npm, ...args])
    : runInTurn('npm', args);
};

/**
 * npm succeeds without what is optional and could not be fetched, and what is of one platform is
 * optional: without it nothing would be built, now and at every later start.
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

/** Whether the folder's packages are installed, all of them, for this mark. */
export const isMarked = (folder, mark) => markOf(folder) === mark;

/** Packages may be of one platform only, so that is part of the hash. */
export const hashOf = (lockFile) => {
  if (!existsSync(lockFile)) throw new Problem(`${lockFile} is missing: restore it.`);
  const machine = `${process.platform}-${process.arch}`;
  return createHash('sha256').update(machine).update(readFileSync(lockFile)).digest('hex');
};
