/**
 * Loads the project's TypeScript anew for each mutant, in one warm process: own modules carry a
 * number, packages are loaded once. What is mutated gets the text that it is given.
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import { TYPESCRIPT } from '../../scripts/lib/typescript.mjs';

const ROOT = new URL('../../', import.meta.url).href;
const OWN = new URL('./', import.meta.url).href;
const PACKAGES = new URL('../../node_modules/', import.meta.url).href;
const GLOBALS = new URL('./spec-globals.ts', import.meta.url).href;

const compiled = new Map();
/** Which own file imports which, for the choice of specs. */
export const imports = new Map();
/** The file that is mutated, and what it becomes. */
const mutant = { path: '', code: '' };

const isSubject = (url) =>
  url.startsWith(ROOT) && !url.startsWith(PACKAGES) && !url.startsWith(OWN);
const pathOf = (url) => fileURLToPath(url.split('?')[0]);

const resolve = (specifier, context, next) => {
  if (specifier === '@jest/globals') return { url: GLOBALS, shortCircuit: true };
  const [parent = '', number] = context.parentURL?.split('?') ?? [];
  const isOwn = specifier.startsWith('.') && parent.endsWith('.ts');
  const found = next(isOwn ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  if (!found.url.endsWith('.ts') || !isSubject(found.url) || number === undefined) return found;
  const known = imports.get(pathOf(parent)) ?? new Set();
  imports.set(pathOf(parent), known.add(pathOf(found.url)));
  return { ...found, url: `${found.url}?${number}` };
};

const load = (url, context, next) => {
  const [bare] = url.split('?');
  if (!bare.endsWith('.ts')) return next(url, context);
  const path = fileURLToPath(bare);
  const source = path === mutant.path ? mutant.code : (compiled.get(path) ?? remember(path));
  return { format: 'module', source, shortCircuit: true };
};

const remember = (path) => {
  const code = compile(path, readFileSync(path, 'utf8'));
  compiled.set(path, code);
  return code;
};

const compile = (path, text) => transformSync(text, { ...TYPESCRIPT, filename: path }).code;

/** @throws when the text is no TypeScript. */
export const mutate = (path, text) => Object.assign(mutant, { path, code: compile(path, text) });

registerHooks({ resolve, load });

export const importAnew = (path, number) => import(`${pathToFileURL(path).href}?${number}`);
