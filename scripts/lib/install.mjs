import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, buildIfChanged } from './build.mjs';
import { lock } from './lock.mjs';
import { Problem } from './problem.mjs';
import { ROOT, runTool } from './tools.mjs';

const PREPARE_TIMEOUT_MS = 15 * 60_000;

/** Packages installed as the lock file says and sources built; two at once take turns. */
export const prepare = (say, { builds = true } = {}) =>
  inTurn(say, async () => {
    await installIfChanged(say);
    if (builds) await buildIfChanged(say);
  });

/** Builds in any case; answers `{code, output}` of the compiler. */
export const rebuild = (say) => inTurn(say, build);

const inTurn = async (say, work) => {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  const release = await lock(join(ROOT, 'dist', '.prepare.lock'), {
    timeoutMs: PREPARE_TIMEOUT_MS,
    onWait: (pid) => say(`waiting for process ${pid}, which is preparing this checkout …`),
  });
  try {
    return await work();
  } finally {
    release();
  }
};

const installIfChanged = async (say) => {
  const mark = join(ROOT, 'node_modules', '.lock-hash');
  const wanted = lockHash();
  if (existsSync(mark) ? readFileSync(mark, 'utf8') === wanted : isInstalledByHand()) {
    return existsSync(mark) || writeFileSync(mark, wanted);
  }
  say('installing packages …');
  const npm = process.env.npm_execpath;
  // Not `npm ci`: it refuses a lock file made where not every platform's binaries were to be had.
  const args = ['install', '--no-save', '--include=dev', '--no-progress', '--loglevel=error'];
  const { code, output } = npm?.endsWith('.js')
    ? await runTool(process.execPath, [npm, ...args])
    : await runTool('npm', args);
  if (code !== 0)
    throw new Problem(`${output.trim()}\nnpm install failed: mend what it says above.`);
  writeFileSync(mark, wanted);
};

/** Compiled packages fit one Node ABI only, so that is part of the hash. */
const lockHash = () => {
  const file = join(ROOT, 'package-lock.json');
  if (!existsSync(file)) throw new Problem('package-lock.json is missing: restore it.');
  const { platform, arch, versions } = process;
  const machine = `${platform}-${arch}-${versions.modules}`;
  return createHash('sha256').update(machine).update(readFileSync(file)).digest('hex');
};

/** npm keeps its own record of what it installed; after a hand-made `npm ci` it equals the lock. */
const isInstalledByHand = () => {
  const installed = packagesOf(join(ROOT, 'node_modules', '.package-lock.json'));
  const wanted = packagesOf(join(ROOT, 'package-lock.json'));
  if (installed === null || wanted === null) return false;
  const same = (path, { version, integrity }) =>
    installed[path]?.version === version && installed[path]?.integrity === integrity;
  return (
    Object.entries(wanted).every(
      ([path, entry]) => path === '' || same(path, entry) || (entry.optional && !installed[path]),
    ) && Object.keys(installed).every((path) => path in wanted)
  );
};

const packagesOf = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? null;
  } catch {
    return null;
  }
};
