/** Lets a child process of a test run TypeScript as it stands. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const OPTIONS = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    experimental: { keepImportAttributes: true },
  },
  module: { type: 'es6' },
};

export const resolve = async (specifier, context, next) => {
  const isOwn = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
  return next(isOwn ? specifier.replace(/\.js$/, '.ts') : specifier, context);
};

export const load = async (url, context, next) => {
  if (!url.endsWith('.ts')) return next(url, context);
  const source = await readFile(fileURLToPath(url), 'utf8');
  const { code } = await transform(source, { ...OPTIONS, filename: fileURLToPath(url) });
  return { format: 'module', source: code, shortCircuit: true };
};
