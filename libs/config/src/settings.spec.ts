import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { readEnvironment } from './settings.js';

const SETTINGS = join(dirname(fileURLToPath(import.meta.url)), 'settings.ts');
const IMPORT = /(?:import|from) '([^']+)'/g;

/** Imports of a module, direct and indirect. */
const importsOf = (file: string, seen = new Set<string>()): readonly string[] => {
  if (seen.has(file)) return [];
  seen.add(file);
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, name = '']) => {
    const source = sourceOf(file, name);
    return source === null ? [name] : importsOf(source, seen);
  });
};

/** Path of an imported source file, null for a package or a module of Node. */
const sourceOf = (file: string, name: string): string | null => {
  const [, library, path] = /^#([a-z-]+)\/(.*)\.js$/.exec(name) ?? [];
  if (library !== undefined) return `libs/${library}/src/${path}.ts`;
  return name.startsWith('.') ? join(dirname(file), name.replace(/\.js$/, '.ts')) : null;
};

describe('the check of variables', () => {
  it('imports only Node’s modules, so that npm start can run it before packages are installed', () => {
    const packages = importsOf(SETTINGS).filter((name) => !name.startsWith('node:'));
    expect(packages).toEqual([]);
    expect(importsOf(SETTINGS)).toContain('node:net');
  });

  it.each([
    [{ NODE_ENV: 'live' }, 'NODE_ENV: must be one of development, production, test'],
    [{ DEMO: 'maybe' }, 'DEMO: must be one of on, off, true, false, 1, 0'],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG: must be from 0 to 1'],
    [{ BROKER_FIRM_ACCOUNT: 'firm' }, 'BROKER_FIRM_ACCOUNT: must be a UUID'],
    [{ TLS_KEY_FILE: '/dev/null' }, 'TLS_CERT_FILE, TLS_KEY_FILE: set both or neither'],
    [
      { ALLOW_IN_PRODUCTION: 'http-providers,weak' },
      'ALLOW_IN_PRODUCTION: must be some of http-providers, stores-without-password, evicting-redis, separated by commas',
    ],
  ])('shows the allowed values for %j', (env, line) =>
    expect(readEnvironment({ DATA_DIR: '/nowhere', ...env }).mistakes).toEqual([line]),
  );

  it('treats an empty variable as not set', () =>
    expect(readEnvironment({ API_PORT: '', METRICS_PORT: '', DEMO: '' })).toMatchObject({
      settings: { API_PORT: 3000, METRICS_PORT: undefined, DEMO: undefined },
      mistakes: [],
    }));
});
