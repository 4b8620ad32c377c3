/** Lets a child process of a test run TypeScript as it stands, compiled in its own thread. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from '@swc/core';
import { TYPESCRIPT } from '../../../scripts/lib/typescript.mjs';

export const resolve = (specifier, context, next) => {
  const isOwn = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
  return next(isOwn ? specifier.replace(/\.js$/, '.ts') : specifier, context);
};

export const load = (url, context, next) => {
  if (!url.endsWith('.ts')) return next(url, context);
  const filename = fileURLToPath(url);
  const { code } = transformSync(readFileSync(filename, 'utf8'), { ...TYPESCRIPT, filename });
  return { format: 'module', source: code, shortCircuit: true };
};
