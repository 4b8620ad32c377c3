import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EsdbServer } from '../../support/esdb-server/esdb-server.js';
import { longIt } from '../../support/long.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { Commands, expectUnavailable, inTime, pidsOf } from '../../support/outage.js';
import { PartnerClient, Service, call } from '../../support/service.js';

/** More than all retries of all commands and of the worker. */
const MANY = 1_000;
/** Short enough for a single call, but too long for all calls of a deposit together. */
const LATE_MS = 2_500;
const KEY_IN_USE = 'idempotency_key_in_use';
/** Time for which the api may use a partner's key without a check. */
const PARTNER_KNOWN_MS = 500;

let log: EsdbServer;
let service: Service;
let client: PartnerClient;
let userId: string;
let funds: string;
let pids: number[];

beforeAll(async () => {
  log = await EsdbServer.start();
  service = await Service.start({ EVENT_STORE_URL: log.url });
  client = await PartnerClient.logIn(service);
  userId = await onboardedUser(service, client);
  const body = { userId, direction: 'DEPOSIT', amount: '100.00', externalId: 'funds' };
  funds = `/v1/funding/${String((await client.post('/v1/funding', body)).body['id'])}`;
  await client.until(funds, ({ status }) => status === 'completed');
  pids = pidsOf(service);
});

afterEach(() => {
  log.faults.speak();
  log.faults.storeWithoutAnswer(0);
  log.faults.delayMs = 0;
  expect(pidsOf(service)).toEqual(pids);
});

afterAll(async () => {
  expect(await service.stop()).toBe(0);
  log.kill();
});

const READS = ['/v1/funding', '/v1/orders', '/v1/users'];

/** Includes reads, because only the store knows whether a key was revoked. */
const expectAwayFor = async (commands: Commands): Promise<void> => {
  const answers = commands.sendAll();
  const reads = [funds, ...READS].map((path) => inTime(client.get(path)));
  expect((await call(service.api, 'GET', '/health/live')).status).toBe(200);
  for (const answer of [...(await answers), ...(await Promise.all(reads))])
    expectUnavailable(answer);
};

longIt('answers in time when each call of the event store is late', async () => {
  const commands = new Commands(service, client, userId);
  log.faults.delayMs = LATE_MS;
  await sleep(PARTNER_KNOWN_MS);
  const answers = await commands.sendAll();
  const later = answers.filter(({ status }) => status === 503);
  expect(later).not.toEqual([]);
  for (const answer of later) expectUnavailable(answer);
  log.faults.delayMs = 0;
  // A late request continues, and holds its Idempotency-Key until it ends.
  while ((await commands.sendAll()).some(({ body }) => body['code'] === KEY_IN_USE));
  await expectBackFor(commands);
});

/** Repeats requests after a 503, as a partner does. */
const expectBackFor = async (commands: Commands): Promise<void> => {
  for (const { status } of await commands.sendAll()) expect([200, 201]).toContain(status);
  await commands.expectOnce();
  for (const path of [funds, ...READS]) expect((await client.get(path)).status).toBe(200);
};

describe('requests get 503 in time, and repeats count once, when the event store', () => {
  it('does not respond for a time', async () => {
    const commands = new Commands(service, client, userId);
    log.faults.silence();
    await sleep(PARTNER_KNOWN_MS);
    await expectAwayFor(commands);
    log.faults.speak();
    await expectBackFor(commands);
  });

  longIt('stores events, but its responses are lost', async () => {
    const commands = new Commands(service, client, userId);
    log.faults.storeWithoutAnswer(MANY);
    for (const answer of await commands.sendAll()) expectUnavailable(answer);
    log.faults.storeWithoutAnswer(0);
    await expectBackFor(commands);
  });

  longIt('stops and restarts', async () => {
    const commands = new Commands(service, client, userId);
    log.kill();
    await sleep(PARTNER_KNOWN_MS);
    await expectAwayFor(commands);
    await log.listen();
    await expectBackFor(commands);
  });
});
