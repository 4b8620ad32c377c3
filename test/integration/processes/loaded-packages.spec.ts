import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from '@jest/globals';

/** The built files that one loads when it starts, with itself. */
const loadedBy = (file: string, texts = new Map<string, string>()): Map<string, string> => {
  if (texts.has(file)) return texts;
  const text = readFileSync(file, 'utf8');
  texts.set(file, text);
  for (const [, name = ''] of text.matchAll(/^(?:import|export) (?:.* from )?"(\..*)";$/gm))
    loadedBy(join(dirname(file), name), texts);
  return texts;
};

const codeOf = (app: string): string =>
  [...loadedBy(join('dist', 'apps', app, 'main.js')).values()].join('\n');

/** The name of one of its errors: bundled code does not say which package it is of. */
const FASTIFY = 'FST_ERR_REP_ALREADY_SENT';
const NEST = 'UnknownDependenciesException';

it('the api loads a web server', () => expect(codeOf('api')).toContain(FASTIFY));

it.each(['worker', 'projector', 'ops'])('%s loads none', (app) => {
  const code = codeOf(app);
  expect(code.includes(NEST)).toBe(true);
  expect(code.includes(FASTIFY)).toBe(false);
});
