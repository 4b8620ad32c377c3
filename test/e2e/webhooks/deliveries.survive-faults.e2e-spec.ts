import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { type Json, PartnerClient, type Service } from '../../support/service.js';
import { leasedService } from '../../support/shared-service/shared-service.js';
import { type Received, WebhookReceiver, createEndpoint } from '../../support/webhook-receiver.js';
import { KycPartner } from '../kyc/kyc-partner.js';

const USERS = 12;
const CHANGES = 8;
/** Killed workers, each with a wiped Redis. */
const KILLS = 3;
/** Part of the requests that fail. */
const FAILURES = 0.2;
/** Part of the failures without a response. The service then waits longer. */
const RESETS = 0.1;

let service: Service;
let client: PartnerClient;
let kyc: KycPartner;
let receiver: WebhookReceiver;
let path: string;

beforeAll(async () => {
  service = await leasedService();
  client = await PartnerClient.logIn(service);
  kyc = KycPartner.of(service, client);
  receiver = await WebhookReceiver.start();
  const types = ['user.created', 'user.updated'];
  ({ path } = await createEndpoint(client, receiver.url, { types }));
});

afterAll(async () => {
  await client.delete(path);
  await receiver.stop();
  await service.stop();
});

/** Later failures of one event would make the service wait for minutes. */
const FAILURES_OF_EVENT = 3;

const failSometimes = (): void =>
  receiver.behaves(({ id }, response) => {
    const earlier = receiver.received.filter((each) => each.id === id).length;
    if (earlier >= FAILURES_OF_EVENT || Math.random() >= FAILURES) {
      response.writeHead(200).end();
      return 200;
    }
    if (earlier === 0 && Math.random() < RESETS) {
      response.socket?.resetAndDestroy();
      return null;
    }
    response.writeHead(503, { 'retry-after': '0' }).end();
    return 503;
  });

const history = async (userId: string): Promise<void> => {
  for (let i = 0; i < CHANGES; i++)
    await client.patch(`/v1/users/${userId}`, { firstName: `Ada ${'abcdefgh'[i]}` });
};

/** Ids of the events of an object, in the order of the feed. */
const feedOf = async (userId: string): Promise<string[]> => {
  const { body } = await client.get(`/v1/events?objectId=${userId}`);
  return (body['events'] as Json[]).map(({ id }) => String(id));
};

const allCame = (users: readonly string[]) => (): boolean =>
  users.every((id) => acceptedOf(id).length === CHANGES + 1);
const acceptedOf = (userId: string): readonly Received[] =>
  receiver.accepted.filter(({ object }) => object === userId);

const expectInOrder = async (users: readonly string[]): Promise<void> => {
  await receiver.until(allCame(users));
  for (const userId of users)
    expect(acceptedOf(userId).map(({ id }) => id)).toEqual(await feedOf(userId));
  const ids = users.flatMap((userId) => acceptedOf(userId).map(({ id }) => id));
  const statusOf = async (id: string) => {
    const { body } = await client.get(`${path}/deliveries?eventId=${id}`);
    return (body['deliveries'] as Json[])[0]?.['status'];
  };
  for (const id of ids) expect(await statusOf(id)).toBe('delivered');
};

/** Another one starts after each kill. */
const killWorker = async (): Promise<void> => {
  for (;;)
    try {
      service.kill('worker');
      return;
    } catch {
      await new Promise((done) => setTimeout(done, 50));
    }
};

it('events of an object stay in order while requests fail at random', async () => {
  failSometimes();
  const users = await Promise.all(Array.from({ length: USERS }, () => kyc.register()));
  await Promise.all(users.map(history));
  await expectInOrder(users);
});

it('nothing is missed when workers are killed and Redis is wiped', async () => {
  failSometimes();
  const users = await Promise.all(Array.from({ length: USERS }, () => kyc.register()));
  const redis = new Redis(service.redisUrl);
  for (let i = 0; i < KILLS; i++) {
    await killWorker();
    await Promise.all(users.filter((_, n) => n % KILLS === i).map(history));
    await redis.flushall();
    client = await PartnerClient.logIn(service);
  }
  await redis.quit();
  await expectInOrder(users);
});
