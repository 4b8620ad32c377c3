import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { runLockedTool } from './checkout-lock.mjs';
import { Problem } from './problem.mjs';
import { sinceText } from './since.mjs';
import { CLIENT, CONSOLE, DIST, filesUnder, NEST_CLI, sources } from './sources.mjs';
import { ROOT } from './tools.mjs';

const LOCK = join(ROOT, 'package-lock.json');
const BUNDLER = ['bundle.mjs', 'sources.mjs', 'typescript.mjs'];

const REGISTER = 'test/support/typescript-child/register.mjs';
const WRITE_SCHEMAS = 'test/contract/openapi/write-schemas.ts';
const SCHEMA_SOURCES = [
  'docs/reference/openapi.json',
  'docs/reference/staff-openapi.json',
  WRITE_SCHEMAS,
  'test/support/typed-codes.ts',
].map((file) => join(ROOT, file));
const SCHEMAS = ['apps/console/src/api/schema.ts', 'clients/typescript/src/schema.ts'].map((file) =>
  join(ROOT, file),
);

/** Parts of the build. Each part has a program, and a mark that is written last. */
const PARTS = {
  schemas: {
    mark: join(DIST, '.schemas-hash'),
    makes: SCHEMAS,
    from: () => [LOCK, ...SCHEMA_SOURCES],
    args: ['--import', join(ROOT, REGISTER), join(ROOT, WRITE_SCHEMAS)],
  },
  services: {
    mark: join(DIST, '.build-hash'),
    from: () => [
      LOCK,
      NEST_CLI,
      ...BUNDLER.map((name) => join(ROOT, 'scripts', 'lib', name)),
      ...sources(),
    ],
    args: [join(ROOT, 'scripts', 'lib', 'bundle.mjs')],
  },
  console: {
    mark: join(DIST, 'console', '.build-hash'),
    from: () => [LOCK, ...filesUnder(CONSOLE).filter(isSource).sort()],
    args: [join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', CONSOLE],
  },
  client: {
    mark: join(DIST, '.client-hash'),
    makes: [join(CLIENT, 'dist', 'index.js')],
    from: () => [
      LOCK,
      join(CLIENT, 'tsconfig.json'),
      ...filesUnder(join(CLIENT, 'src')).filter((file) => !file.endsWith('.spec.ts')),
    ],
    args: [join(ROOT, 'node_modules', 'typescript-native', 'bin', 'tsc'), '-p', CLIENT],
    replaces: join(CLIENT, 'dist'),
  },
};
const isSource = (file) => !file.endsWith('.spec.ts') && !SCHEMAS.includes(file);

/** Builds the changed parts in parallel. `dist` stays usable during the build. */
export const buildIfChanged = async (say, names) => {
  const changed = names
    .map((name) => ({ ...PARTS[name], hash: hashOf(PARTS[name].from()) }))
    .filter(({ mark, hash, makes = [] }) => !isMarked(mark, hash) || !makes.every(existsSync));
  if (changed.length === 0) return;
  const startedAt = performance.now();
  say('building (about 5 s) …');
  const results = await Promise.all(changed.map(buildPart));
  const failed = results.filter(({ code }) => code !== 0);
  if (failed.length > 0) {
    const errors = failed.map(({ output }) => output.trim()).join('\n');
    throw new Problem(`${errors}\nThe build failed: fix the error above.`);
  }
  say(`built (${sinceText(startedAt)})`);
};

const isMarked = (mark, hash) => existsSync(mark) && readFileSync(mark, 'utf8') === hash;

const buildPart = async ({ mark, hash, args, replaces }) => {
  await rm(mark, { force: true });
  if (replaces !== undefined) await rm(replaces, { recursive: true, force: true });
  // Other values of NODE_ENV select a larger and slower build of React.
  const env = { ...process.env, NODE_ENV: 'production' };
  const result = await runLockedTool(process.execPath, args, { env });
  if (result.code === 0) {
    await mkdir(dirname(mark), { recursive: true });
    writeFileSync(mark, hash);
  }
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
