import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Problem } from './problem.mjs';
import { ROOT, runTool } from './tools.mjs';

const FOLDERS = ['apps', 'clients', 'libs'];
const SETTINGS = ['tsconfig.json', 'tsconfig.build.json', 'nest-cli.json', 'package-lock.json'];
const NOT_BUILT = /\.(spec|examples|d)\.ts$/;
const dist = (...parts) => join(ROOT, 'dist', ...parts);
const MARK = dist('.build-hash');

/** Builds when what is built from differs from the last time; `dist` stays usable meanwhile. */
export const buildIfChanged = async (say) => {
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === sourceHash()) return;
  say('building …');
  const { code, output } = await build();
  if (code !== 0) throw new Problem(`${output.trim()}\nThe build failed: mend what it says above.`);
};

/** `nest build`, without leaving the output of sources that are gone. */
export const build = async () => {
  const hash = sourceHash();
  // The compiler trusts its notes about what it wrote before, so they go when a file is missing.
  if (sources().some((source) => !existsSync(outputOf(source)))) {
    rmSync(dist('.tsbuildinfo'), { force: true });
  }
  const nest = join(ROOT, 'node_modules', '@nestjs', 'cli', 'bin', 'nest.js');
  const result = await runTool(process.execPath, [nest, 'build']);
  const expected = new Set(sources().map(outputOf));
  for (const file of FOLDERS.flatMap((folder) => filesUnder(dist(folder)))) {
    if (!expected.has(file.replace(/\.map$/, ''))) rmSync(file);
  }
  if (result.code === 0) writeFileSync(MARK, hash);
  return result;
};

const sourceHash = () => {
  const hash = createHash('sha256');
  for (const file of [...SETTINGS.map((name) => join(ROOT, name)), ...sources()]) {
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
};

const sources = () =>
  FOLDERS.flatMap((folder) => filesUnder(join(ROOT, folder)))
    .filter((file) => file.endsWith('.ts') && !NOT_BUILT.test(file))
    .sort();

const outputOf = (source) => dist(relative(ROOT, source)).replace(/\.ts$/, '.js');

const filesUnder = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)],
      )
    : [];
