import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Problem } from './problem.mjs';
import { ROOT, runTool } from './tools.mjs';

const FOLDERS = ['apps', 'clients', 'libs'];
const CONSOLE = join(ROOT, 'apps', 'console');
const SETTINGS = ['tsconfig.json', 'tsconfig.build.json', 'nest-cli.json', 'package-lock.json'];
const NOT_BUILT = /\.(spec|examples|d)\.ts$/;
const dist = (...parts) => join(ROOT, 'dist', ...parts);
const MARK = dist('.build-hash');
const CONSOLE_MARK = dist('console', '.build-hash');

/** Builds when what is built from differs from the last time; `dist` stays usable meanwhile. */
export const buildIfChanged = async (say) => {
  const isDue = !isMarked(MARK, sourceHash());
  if (!isDue && isConsoleBuilt()) return;
  say('building …');
  const { code, output } = await (isDue ? build() : buildConsole());
  if (code !== 0) throw new Problem(`${output.trim()}\nThe build failed: mend what it says above.`);
};

/** The services, and the console if it changed. */
export const build = async () => {
  const services = await buildServices();
  return services.code === 0 && !isConsoleBuilt() ? buildConsole() : services;
};

const isMarked = (mark, hash) => existsSync(mark) && readFileSync(mark, 'utf8') === hash;
const isConsoleBuilt = () => isMarked(CONSOLE_MARK, consoleHash());

const buildConsole = async () => {
  const hash = consoleHash();
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const result = await runTool(process.execPath, [vite, 'build', CONSOLE, '--logLevel', 'warn']);
  if (result.code === 0) writeFileSync(CONSOLE_MARK, hash);
  return result;
};

/** `nest build`, without leaving the output of sources that are gone. */
const buildServices = async () => {
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

const sourceHash = () => hashOf([...SETTINGS.map((name) => join(ROOT, name)), ...sources()]);

const consoleHash = () =>
  hashOf([join(ROOT, 'package-lock.json'), ...filesUnder(CONSOLE).filter(isNoSpec).sort()]);
const isNoSpec = (file) => !file.endsWith('.spec.ts');

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

const sources = () =>
  FOLDERS.flatMap((folder) => filesUnder(join(ROOT, folder)))
    .filter((file) => file.endsWith('.ts') && !NOT_BUILT.test(file))
    .filter((file) => !file.startsWith(CONSOLE))
    .sort();

const outputOf = (source) => dist(relative(ROOT, source)).replace(/\.ts$/, '.js');

const filesUnder = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
        entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)],
      )
    : [];
