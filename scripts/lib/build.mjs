import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { runInTurn } from './in-turn.mjs';
import { Problem } from './problem.mjs';
import { sinceText } from './since.mjs';
import { CONSOLE, DIST, filesUnder, sources } from './sources.mjs';
import { ROOT } from './tools.mjs';

const LOCK = join(ROOT, 'package-lock.json');
const BUNDLER = ['bundle.mjs', 'sources.mjs', 'typescript.mjs'];

/** What is built, each part by one program, and marked last. */
const PARTS = {
  services: {
    mark: join(DIST, '.build-hash'),
    from: () => [LOCK, ...BUNDLER.map((name) => join(ROOT, 'scripts', 'lib', name)), ...sources()],
    args: [join(ROOT, 'scripts', 'lib', 'bundle.mjs')],
  },
  console: {
    mark: join(DIST, 'console', '.build-hash'),
    from: () => [LOCK, ...filesUnder(CONSOLE).filter(isNoSpec).sort()],
    args: [join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', CONSOLE],
  },
};
const isNoSpec = (file) => !file.endsWith('.spec.ts');

/** Builds what differs from the last time, parts beside each other; `dist` stays usable meanwhile. */
export const buildIfChanged = async (say) => {
  const due = Object.values(PARTS)
    .map((part) => ({ ...part, hash: hashOf(part.from()) }))
    .filter(({ mark, hash }) => !isMarked(mark, hash));
  if (due.length === 0) return;
  const startedAt = performance.now();
  say('building (about 5 s) …');
  const results = await Promise.all(due.map(buildPart));
  const failed = results.filter(({ code }) => code !== 0);
  if (failed.length > 0) {
    const output = failed.map((one) => one.output.trim()).join('\n');
    throw new Problem(`${output}\nThe build failed: mend what it says above.`);
  }
  say(`built (${sinceText(startedAt)})`);
};

const isMarked = (mark, hash) => existsSync(mark) && readFileSync(mark, 'utf8') === hash;

const buildPart = async ({ mark, hash, args }) => {
  await rm(mark, { force: true });
  // Whatever it is where the build is started: of others React makes one that is larger and slower.
  const env = { ...process.env, NODE_ENV: 'production' };
  const result = await runInTurn(process.execPath, args, { env });
  if (result.code === 0) writeFileSync(mark, hash);
  return result;
};

const hashOf = (files) => {
  const hash = createHash('sha256');
  for (const file of files) {
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
};
