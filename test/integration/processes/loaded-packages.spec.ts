import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';

const HOOK = pathToFileURL(resolve('test/integration/processes/loaded-packages.mjs')).href;

/** Packages that are loaded by importing a part of the built service. */
const loadedBy = (module: string): readonly string[] => {
  const file = pathToFileURL(resolve('dist', 'apps', module)).href;
  const args = [`--import=${HOOK}`, `--input-type=module`, `--eval=await import('${file}')`];
  return execFileSync(process.execPath, args, { encoding: 'utf8' }).split('\n');
};

const SERVER = ['fastify', '@nestjs/platform-fastify'];

it('the api loads a web server', () =>
  expect(loadedBy('api/api.module.js')).toEqual(expect.arrayContaining(SERVER)));

it.each(['worker/worker.js', 'projector/projector.js', 'ops/program.js'])(
  '%s loads none',
  (module) => {
    const loaded = loadedBy(module);
    expect(loaded).toContain('@nestjs/core');
    expect(loaded.filter((name) => SERVER.includes(name))).toEqual([]);
  },
);
