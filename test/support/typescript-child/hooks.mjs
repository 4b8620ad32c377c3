/** Lets a child process of a test run TypeScript as it stands. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import { TYPESCRIPT } from '../../../scripts/lib/typescript.mjs';

export const resolve = async (specifier, context, next) => {
  const isOwn = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
  return next(isOwn ? specifier.replace(/\.js$/, '.ts') : specifier, context);
};

export const load = async (url, context, next) => {
  if (!url.endsWith('.ts')) return next(url, context);
  const source = await readFile(fileURLToPath(url), 'utf8');
  const { code } = await transform(source, { ...TYPESCRIPT, filename: fileURLToPath(url) });
  return { format: 'module', source: code, shortCircuit: true };
};
