import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyWithBug } from '../../faults/seeded-bugs/copy-with-bug.js';
import { freePort } from '../../support/free-ports.js';
import { SecondProcess } from '../../support/second-process.js';
import { PartnerClient, Service, call } from '../../support/service.js';
import { eventually, signalsOf } from '../../support/signals.js';

/** Another length of the fingerprint simulates another version of the read models. */
const NEXT = { changes: [['VERSION_LENGTH = 12;', 'VERSION_LENGTH = 11;']] } as const;

let service: Service;
let client: PartnerClient;
let next: string;
const started: SecondProcess[] = [];

beforeAll(async () => {
  service = await Service.start();
  client = await PartnerClient.logIn(service);
  next = copyWithBug(NEXT);
});
afterAll(async () => {
  for (const each of started) each.end();
  await service.stop();
  rmSync(next, { recursive: true, force: true });
});

const startNext = (app: 'api' | 'projector', settings: Record<string, string> = {}) => {
  const made = SecondProcess.start(app, service, settings, next);
  started.push(made);
  return made;
};

const register = () =>
  client.post('/v1/user', {
    ...{ name: 'Ada', familyName: 'Lovelace', countryCode: 'USA' },
    ...{ email: `${randomUUID()}@users.example`, externalId: randomUUID() },
  });

/** Health of a process of the next version, from its first response. */
const healthOf = (made: SecondProcess, app: 'api' | 'projector', isWanted = true) =>
  eventually(
    () =>
      signalsOf(made, app)
        .health()
        .catch(() => null),
    (health) => health !== null && (health.status === 200) === isWanted,
  );

const prepare = async (): Promise<unknown> => {
  const main = join(next, 'dist', 'apps', 'ops', 'main.js');
  const args = [main, 'read-models', 'prepare', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: service.env });
  return JSON.parse(stdout);
};

it('makes processes of the next version ready at once, while this version serves', async () => {
  for (let n = 0; n < 3; n++) await register();
  await client.listed('/v1/users', 3);
  const port = await freePort();
  const api = startNext('api', { API_PORT: `${port}`, DEMO: 'off' });
  const waiting = await healthOf(api, 'api', false);
  expect(waiting).toMatchObject({
    status: 503,
    body: { checks: { read_models: expect.stringContaining('not filled yet') } },
  });

  expect(await prepare()).toMatchObject([{ version: expect.any(String), filled: true }]);
  expect(await healthOf(api, 'api')).toMatchObject({ status: 200 });
  const listNow = () =>
    call(`http://127.0.0.1:${port}`, 'GET', '/v1/users', { headers: client.headers });
  expect(await listNow()).toMatchObject({ status: 200, body: { metadata: { total: 3 } } });

  const projector = startNext('projector');
  expect(await healthOf(projector, 'projector')).toMatchObject({ status: 200 });
  await register();
  await client.listed('/v1/users', 4);
  const listed = await eventually(listNow, ({ body }) => totalOf(body) === 4);
  expect(totalOf(listed.body)).toBe(4);
  expect(projector.lines.map(({ msg }) => msg)).not.toContain('rebuilding read models');
});

const totalOf = (body: unknown) => (body as { metadata: { total: number } }).metadata.total;
