import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';

const service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  restart: z.string(),
  networks: z.array(z.string()),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  healthcheck: z.object({ test: z.array(z.string()), retries: z.number() }),
});
const file = z.object({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.object({ internal: z.boolean().optional() })),
  volumes: z.record(z.string(), z.object({})),
});

const text = readFileSync('docker-compose.yml', 'utf8');
const compose = file.parse(parse(text, { merge: true }));
const services = Object.entries(compose.services);
const APPS = ['api', 'worker', 'projector'];
const STORES = ['event-store', 'read-models', 'redis'];

/** The names that the service reads, from the one place that reads them. */
const configNames = () => {
  const folder = 'libs/platform/src/config';
  const source = readFileSync(`${folder}/config.ts`, 'utf8');
  const own = source.slice(source.indexOf('z.object({'), source.indexOf('export type Config'));
  const schema = own + readFileSync(`${folder}/signals.ts`, 'utf8').split('signalVariables')[1]!;
  return [...schema.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name!).sort();
};

const exampleNames = () => {
  const example = readFileSync('.env.example', 'utf8');
  return [...example.matchAll(/^([A-Z][A-Z_]+)=/gm)].map(([, name]) => name!).sort();
};

describe('docker-compose.yml', () => {
  it('runs the apps and their stores, and no sandbox', () => {
    expect(Object.keys(compose.services).sort()).toEqual([...APPS, ...STORES].sort());
  });

  it('publishes the port of the api and no other', () => {
    const published = services.filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(['api']);
    expect(compose.services['api']?.ports).toEqual(['${PUBLISH:-127.0.0.1:3000}:3000']);
  });

  it('lets nothing outside reach the stores', () => {
    expect(compose.networks['inside']).toEqual({ internal: true });
    for (const name of STORES) expect(compose.services[name]?.networks).toEqual(['inside']);
  });

  it.each(services)(
    'checks the health of %s and starts it again',
    (_, { healthcheck, restart }) => {
      expect(healthcheck.test.length).toBeGreaterThan(1);
      expect(restart).toBe('unless-stopped');
    },
  );

  it.each(APPS)('starts %s when its stores are healthy', (name) => {
    const app = compose.services[name]!;
    const options = name === 'api' ? ['--max-semi-space-size=8'] : [];
    expect(app.command).toEqual(['node', ...options, `dist/apps/${name}/main.js`]);
    expect(app.depends_on).toEqual({
      'event-store': { condition: 'service_healthy' },
      'read-models': { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    });
  });

  it.each(STORES)('keeps the data of %s in a named volume', (name) => {
    const volumes = compose.services[name]?.volumes?.map((volume) => volume.split(':')[0]!) ?? [];
    expect(volumes).not.toEqual([]);
    for (const volume of volumes) expect(compose.volumes).toHaveProperty(volume);
  });

  it('runs Redis with an append-only file and without eviction', () => {
    const command = compose.services['redis']?.command?.join(' ');
    expect(command).toContain('--appendonly yes');
    expect(command).toContain('--maxmemory-policy noeviction');
  });

  it('takes every secret from outside and refuses to start without one', () => {
    const { environment = {} } = compose.services['api']!;
    const secrets = Object.entries(environment).filter(([name]) => /KEY|SECRET/.test(name));
    expect(secrets.length).toBeGreaterThanOrEqual(7);
    for (const [name, value] of secrets) expect(value).toMatch(new RegExp(`^\\$\\{${name}:\\?`));
  });
});

describe('Dockerfile', () => {
  const lines = readFileSync('Dockerfile', 'utf8').split('\n');
  const context = readFileSync('.dockerignore', 'utf8').split('\n');
  const copied = lines
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1));

  it.each(copied)('copies %s, which exists and is sent to the build', (name) => {
    expect(existsSync(name)).toBe(true);
    expect(
      context.some((line) => line === `!${name}` || name.startsWith(`${line.slice(1)}/`)),
    ).toBe(true);
  });

  it('runs the Node that the package asks for', () => {
    const { engines } = z
      .object({ engines: z.object({ node: z.string() }) })
      .parse(JSON.parse(readFileSync('package.json', 'utf8')));
    const major = /^>=(\d+)/.exec(engines.node)?.[1];
    const images = lines.filter((line) => line.startsWith('FROM '));
    expect(images.length).toBeGreaterThan(0);
    for (const image of images) expect(image).toMatch(new RegExp(`^FROM node:${major}-`));
  });
});

describe('.env.example', () => {
  it('names every variable that the service reads', () => {
    expect(configNames().length).toBeGreaterThan(20);
    expect(exampleNames().filter((name) => name !== 'PUBLISH')).toEqual(configNames());
  });
});
