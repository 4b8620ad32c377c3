/** Compiles TypeScript in the child process of a test, in a separate thread. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TYPESCRIPT } from '../../../scripts/lib/typescript.mjs';

const require = createRequire(import.meta.url);
/** Folder of compiled files beside Node's cache for all processes of a run. Without it, each process compiles. */
const { NODE_COMPILE_CACHE } = process.env;
const KEPT = NODE_COMPILE_CACHE && join(NODE_COMPILE_CACHE, 'typescript');
if (KEPT) mkdirSync(KEPT, { recursive: true });

export const resolve = (specifier, context, next) => {
  const isOwn = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
  return next(isOwn ? specifier.replace(/\.js$/, '.ts') : specifier, context);
};

export const load = (url, context, next) => {
  if (!url.endsWith('.ts')) return next(url, context);
  return { format: 'module', source: compiled(fileURLToPath(url)), shortCircuit: true };
};

const compiled = (filename) => {
  const source = readFileSync(filename, 'utf8');
  if (!KEPT) return compile(filename, source);
  const key = createHash('sha256').update(`${filename}\0${source}`).digest('hex');
  const kept = join(KEPT, key);
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const code = compile(filename, source);
  // Renames a complete file, because other processes read it meanwhile.
  writeFileSync(`${kept}.${process.pid}`, code);
  renameSync(`${kept}.${process.pid}`, kept);
  return code;
};

/** Loads the compiler on demand, because this takes longer than reading its output. */
const compile = (filename, source) =>
  require('@swc/core').transformSync(source, { ...TYPESCRIPT, filename }).code;
