import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { pause } from '#kernel/concurrency/pause.js';
import { SecondProcess } from '../../support/second-process.js';
import { type Json, PartnerClient, type Service } from '../../support/service.js';
import { leasedService } from '../../support/shared-service/shared-service.js';
import {
  type Behavior,
  type NewEndpoint,
  WebhookReceiver,
  createEndpoint,
  respond,
} from '../../support/webhook-receiver.js';
import { KycPartner } from '../kyc/kyc-partner.js';

const TYPES = ['user.created', 'user.updated'];
/** Events in each test. `npm run long -- webhooks` sets it. */
const EVENTS = Number(process.env['WEBHOOK_EVENTS'] ?? 108);
const EVENTS_OF_USER = Math.max(9, Math.ceil(EVENTS / 100));
const USERS = Math.ceil(EVENTS / EVENTS_OF_USER);
const USERS_AT_ONCE = 16;
/** Number of killed workers, each with a wiped Redis. */
const KILLS = 3;
const OPEN_MAX = 8;
/** Time for a worker to process a request while the feed lacks its events. */
const SUSPENDED_MS = 2_000;

let service: Service;
let client: PartnerClient;
let kyc: KycPartner;
let receiver: WebhookReceiver;
let endpoint: NewEndpoint;

beforeAll(async () => {
  service = await leasedService();
  client = await PartnerClient.logIn(service);
  kyc = KycPartner.of(service, client);
});
beforeEach(async () => {
  receiver = await WebhookReceiver.start();
  endpoint = await createEndpoint(client, receiver.url, { types: TYPES });
});
afterEach(async () => {
  await client.delete(endpoint.path);
  await receiver.stop();
});
afterAll(() => service.stop());

const reset: Behavior = (_, response) => {
  response.socket?.resetAndDestroy();
  return null;
};
const hang: Behavior = () => null;

/** Failures with their share of all requests. */
type Failures = readonly (readonly [part: number, behavior: Behavior])[];

const SOON: Failures = [
  [0.18, respond(503, { 'retry-after': '0' })],
  [0.02, reset],
];
/** The service waits longer after most of these. */
const EVERY_KIND: Failures = [
  [0.08, respond(500)],
  [0.06, respond(429, { 'retry-after': '1' })],
  [0.02, reset],
  [0.005, hang],
];
const FAILURES = 'WEBHOOK_EVENTS' in process.env ? EVERY_KIND : SOON;
/** Later failures of one event would make the service wait for minutes. */
const FAILURES_OF_EVENT = 2;

const failSometimes = (): void => {
  const failures = new Map<string, number>();
  receiver.behaves((event, response, seen) => {
    const id = String(event['id']);
    const earlier = failures.get(id) ?? 0;
    let random = Math.random();
    for (const [part, behavior] of earlier < FAILURES_OF_EVENT ? FAILURES : []) {
      random -= part;
      if (random >= 0) continue;
      failures.set(id, earlier + 1);
      return behavior(event, response, seen);
    }
    return respond(200)(event, response, seen);
  });
};

const register = async (count: number): Promise<readonly string[]> => {
  const users: string[] = [];
  while (users.length < count)
    users.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(USERS_AT_ONCE, count - users.length) }, () => kyc.register()),
      )),
    );
  return users;
};

/** Changes each user until it has all its events. */
const change = async (users: readonly string[]): Promise<void> => {
  const left = [...users];
  const changeSome = async (): Promise<void> => {
    for (let id = left.pop(); id !== undefined; id = left.pop())
      for (let n = 1; n < EVENTS_OF_USER; n++) {
        const firstName = `Ada ${'abcdefgh'[n % 8]}`;
        expect((await client.patch(`/v1/users/${id}`, { firstName })).status).toBe(200);
      }
  };
  await Promise.all(Array.from({ length: USERS_AT_ONCE }, changeSome));
};

/** Ids of the events of an object, in the order of the feed. */
const feedOf = async (userId: string): Promise<readonly string[]> => {
  const { body } = await client.get(`/v1/events?objectId=${userId}&limit=1000`);
  return (body['events'] as Json[]).map(({ id }) => String(id));
};

const expectInOrder = async (users: readonly string[]): Promise<void> => {
  const expected = users.length * EVENTS_OF_USER;
  await receiver.until(() => receiver.acceptedIds.size === expected);
  const { accepted, received } = receiver;
  const byUser = Map.groupBy(accepted, ({ object }) => object);
  let [missing, orderBreaks] = [0, 0];
  for (const userId of users) {
    const ids = (byUser.get(userId) ?? []).map(({ id }) => id);
    const feed = await feedOf(userId);
    expect(feed).toHaveLength(EVENTS_OF_USER);
    missing += feed.filter((id) => !ids.includes(id)).length;
    orderBreaks += ids.filter((id, n) => id !== feed[n]).length;
  }
  const acceptances = received.filter(({ status }) => status !== null && status < 300).length;
  const duplicates = acceptances - accepted.length;
  const figures = { events: accepted.length, attempts: received.length, duplicates };
  console.info(JSON.stringify({ ...figures, missing, orderBreaks }));
  expect({ missing, orderBreaks }).toEqual({ missing: 0, orderBreaks: 0 });
  const undelivered = `/v1/events?undeliveredTo=${endpoint.id}`;
  const isEmpty = (body: Json) => (body['events'] as Json[]).length === 0;
  expect(isEmpty(await client.until(undelivered, isEmpty))).toBe(true);
};

/** The supervisor starts another worker after each kill. */
const killWorker = async (): Promise<void> => {
  for (;;)
    try {
      service.kill('worker');
      return;
    } catch {
      await pause(50);
    }
};

it('events of an object stay in order while requests fail at random', async () => {
  failSometimes();
  const users = await register(USERS);
  await change(users);
  await expectInOrder(users);
});

it('every event arrives although workers are killed and Redis is wiped', async () => {
  failSometimes();
  const users = await register(USERS);
  const redis = new Redis(service.redisUrl);
  for (let i = 0; i < KILLS; i++) {
    await killWorker();
    await change(users.filter((_, n) => n % KILLS === i));
    await redis.flushall();
    client = await PartnerClient.logIn(service);
  }
  await redis.quit();
  await expectInOrder(users);
});

it('two workers share an endpoint, with one run at a time, and one may be killed', async () => {
  const second = SecondProcess.start('worker', service);
  try {
    while (!second.isReady) await pause(50);
    let [open, most] = [0, 0];
    receiver.behaves((_, response) => {
      most = Math.max(most, ++open);
      response.on('close', () => open--);
      setTimeout(() => response.writeHead(200).end(), 40);
      return 200;
    });
    const users = await register(USERS_AT_ONCE);
    await receiver.until(() => receiver.acceptedIds.size > 0);
    const [first] = receiver.acceptedIds;
    const changed = change(users);
    for (let n = 0; n < 5; n++) {
      // Adds a second job beside the delivering one.
      expect((await client.post(`${endpoint.path}/recover`, { after: first })).status).toBe(202);
      await pause(200);
    }
    second.signal('SIGKILL');
    await changed;
    await expectInOrder(users);
    expect(most).toBeLessThanOrEqual(OPEN_MAX);
    expect(most).toBeGreaterThan(1);
  } finally {
    second.end();
  }
});

it.each(['worker', 'projector'] as const)(
  'recover sends a missed event also if the %s was suspended',
  async (app) => {
    const first = await receivedId(await kyc.register());
    await client.patch(endpoint.path, { status: 'disabled' });
    process.kill(service.pid(app), 'SIGSTOP');
    const missed = await kyc.register();
    if (app === 'worker') await inFeed(missed);
    await client.patch(`${endpoint.path}?from=now`, { status: 'enabled' });
    expect((await client.post(`${endpoint.path}/recover`, { after: first })).status).toBe(202);
    if (app === 'projector') await pause(SUSPENDED_MS);
    process.kill(service.pid(app), 'SIGCONT');
    await receivedId(missed);
  },
);

const inFeed = (userId: string) =>
  client.until(`/v1/events?objectId=${userId}`, ({ events }) => (events as Json[]).length > 0);
const receivedId = async (userId: string): Promise<string> => {
  const own = () => receiver.received.filter(({ object }) => object === userId);
  await receiver.until(() => own().length > 0);
  return own()[0]!.id;
};
