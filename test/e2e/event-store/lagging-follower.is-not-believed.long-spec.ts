import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { EsdbCluster } from '../../support/esdb-server/esdb-cluster.js';
import { freePort } from '../../support/free-ports.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { SecondProcess } from '../../support/second-process.js';
import { type Answer, type Json, PartnerClient, Service, call } from '../../support/service.js';

/** Lag of the follower, longer than a test, so that it gets no events until its election. */
let cluster: EsdbCluster;
let service: Service;
let client: PartnerClient;
let userId: string;
let key: { readonly keyId: string; readonly apiKey: string };
let second: SecondProcess;
let secondApi: string;

beforeAll(async () => {
  cluster = await EsdbCluster.start();
  service = await Service.start({ EVENT_STORE_URL: cluster.leader.url });
  client = await PartnerClient.logIn(service);
  userId = await onboardedUser(service, client);
  const { id } = service.demo.partner;
  const created = await service.ops('key', 'create', '--partner', id, '--json');
  key = JSON.parse(created.stdout) as typeof key;
});

afterAll(async () => {
  expect(await service.stop()).toBe(0);
  cluster.kill();
});

/** Connects the api to the old leader, which lags now, and another api to the new leader. */
beforeEach(async () => {
  if (cluster.leader.url !== service.env['EVENT_STORE_URL']) cluster.elect();
  expect((await client.get(`/v1/users/${userId}`)).status).toBe(200);
  cluster.elect();
  const port = String(await freePort());
  const settings = { EVENT_STORE_URL: cluster.leader.url, API_PORT: port, DEMO: 'off' };
  second = SecondProcess.start('api', service, settings);
  secondApi = `http://127.0.0.1:${port}`;
  await until('the second api is ready', () => second.isReady);
});

afterEach(() => second.end());

const until = async (what: string, isSo: () => boolean | Promise<boolean>): Promise<void> => {
  const endMs = performance.now() + BACKSTOP_MS;
  while (!(await isSo())) {
    if (performance.now() > endMs) throw new Error(`never: ${what}`);
    await sleep(50);
  }
};

const elsewhere = (method: string, path: string, body: unknown): Promise<Answer> =>
  call(secondApi, method, path, { headers: client.headers, body });

const depositElsewhere = async (): Promise<string> => {
  const about = { userId, direction: 'DEPOSIT', amount: '20.00', externalId: randomUUID() };
  const { status, body } = await elsewhere('POST', '/v1/funding', about);
  expect(status).toBe(201);
  return String(body['id']);
};

/** The file is missing for a moment during the change. */
const isOther = (first: number): boolean => {
  const file = join(service.dataDir, 'run', 'projector.pid');
  return existsSync(file) && service.pid('projector') !== first;
};

const isListed = async (id: string): Promise<boolean> => {
  const { body } = await client.get(`/v1/funding?userId=${userId}&limit=1000`);
  const transactions = body['transactions'] as Json[];
  return transactions.some((each) => each['id'] === id && each['status'] === 'completed');
};

describe('a service that reads from a lagging follower', () => {
  it('rejects an e-mail address that another user has', async () => {
    const person = { name: 'Grace', familyName: 'Hopper', countryCode: 'USA' };
    const user = { ...person, email: `${randomUUID()}@users.example` };
    const first = await elsewhere('POST', '/v1/user', { ...user, externalId: randomUUID() });
    expect(first.status).toBe(201);
    const { status, body } = await client.post('/v1/user', { ...user, externalId: randomUUID() });
    expect([status, body['code']]).toEqual([409, 'email_already_exists']);
  });

  it('rejects a revoked API key', async () => {
    const { email, password } = service.demo.partner;
    const logIn = async (): Promise<number> => {
      const how = { headers: { 'api-key': key.apiKey }, body: { email, password } };
      return (await call(service.api, 'POST', '/v1/auth/login', how)).status;
    };
    expect(await logIn()).toBe(200);
    expect((await service.ops('key', 'revoke', '--key', key.keyId)).code).toBe(0);
    await until('the key is refused', async () => (await logIn()) === 401);
  });

  it('reads new and changed objects of another api by id', async () => {
    const path = `/v1/users/${userId}`;
    expect((await client.get(path)).status).toBe(200);
    const firstName = `Augusta ${randomUUID()}`;
    expect((await elsewhere('PATCH', path, { firstName })).status).toBe(200);
    expect(JSON.stringify((await client.get(path)).body)).toContain(firstName);
    const id = await depositElsewhere();
    expect(await client.get(`/v1/funding/${id}`)).toMatchObject({ status: 200, body: { id } });
  });

  it('resumes its subscription after events that the follower lacks', async () => {
    const made = await depositElsewhere();
    await until('the deposit is worked and listed', () => isListed(made));
    const first = service.pid('projector');
    service.kill('projector');
    await until('another projector is there', () => isOther(first));
    const next = await depositElsewhere();
    await until('the next one is worked and listed', () => isListed(next));
    expect(await isListed(made)).toBe(true);
    expect(service.logLines('projector').map(({ msg }) => String(msg))).not.toContainEqual(
      expect.stringContaining('put back'),
    );
  });
});
