import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { onboardedUser } from '../../support/onboarded-user.js';
import { Commands, expectUnavailable, inTime, pidsOf } from '../../support/outage.js';
import { PartnerClient, Service } from '../../support/service.js';

let service: Service;
let client: PartnerClient;
let userId: string;
let pids: number[];
let unlock: () => void;

beforeAll(async () => {
  service = await Service.start();
  client = await PartnerClient.logIn(service);
  userId = await onboardedUser(service, client);
  const { body } = await deposit('funds');
  await client.until(`/v1/funding/${String(body['id'])}`, ({ status }) => status === 'completed');
  pids = pidsOf(service);
});

afterAll(async () => {
  unlock();
  expect(await service.stop()).toBe(0);
});

const deposit = (externalId: string) =>
  client.post('/v1/funding', { userId, direction: 'DEPOSIT', amount: '100.00', externalId });

/** Program of another process that takes the write lock of the file. */
const lock = (): void => {
  const db = new Database(join(service.dataDir, 'events.db'));
  db.exec('BEGIN IMMEDIATE');
  unlock = () => db.close();
};

describe('while another process keeps the event database locked', () => {
  it('a command succeeds after a short wait', async () => {
    lock();
    const answer = deposit('patient');
    await sleep(1_000);
    unlock();
    expect((await answer).status).toBe(201);
  });

  it('concurrent requests of one user do not wait for each other', async () => {
    const ids = Array.from({ length: 20 }, (_, i) => `crowd-${i}`);
    lock();
    for (const answer of await Promise.all(ids.map((id) => inTime(deposit(id)))))
      expectUnavailable(answer);
    unlock();
    const again = await Promise.all(ids.map(deposit));
    for (const { status } of again) expect([200, 201]).toContain(status);
  });

  it('commands get 503 in time, reads succeed, and repeats count once', async () => {
    const commands = new Commands(service, client, userId);
    const { body: underWay } = await deposit('under way');
    lock();
    const answers = commands.sendAll();
    const lists = ['/v1/funding', '/v1/orders', '/v1/users', '/v1/settlements'];
    const profile = `/v1/onboarding/${userId}/trader-profile`;
    const one = [`/v1/users/${userId}`, `/v1/funding/${String(underWay['id'])}`, profile];
    for (const path of [...lists, ...one])
      expect([path, (await client.get(path)).status]).toEqual([path, 200]);
    for (const answer of await answers) expectUnavailable(answer);
    unlock();
    for (const { status } of await commands.sendAll()) expect([200, 201]).toContain(status);
    await commands.expectOnce();
    const path = `/v1/funding/${String(underWay['id'])}`;
    const done = await client.until(path, ({ status }) => status === 'completed');
    expect(done).toMatchObject({ status: 'completed' });
    expect(pidsOf(service)).toEqual(pids);
  });
});
