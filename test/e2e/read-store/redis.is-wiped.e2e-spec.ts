import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import type { Json, PartnerClient, Service } from '../../support/service.js';
import { startedOnLoan } from '../../support/started-service.js';

const DEPOSITS = 60;
const ORDERS = 40;
const LISTS = ['/v1/funding', '/v1/orders', '/v1/users', '/v1/settlements'] as const;

let service: Service;
let client: PartnerClient;
let userId: string;
let redis: Redis;

beforeAll(async () => {
  ({ service, client, userId } = await startedOnLoan());
  redis = new Redis(service.redisPort, '127.0.0.1');
  const { body } = await deposit('5000.00');
  await client.until(`/v1/funding/${String(body['id'])}`, ({ status }) => status === 'completed');
});
afterAll(async () => {
  redis.disconnect();
  await service.stop();
});

const deposit = (amount: string) =>
  client.post('/v1/funding', { userId, direction: 'DEPOSIT', amount, externalId: randomUUID() });
const order = () =>
  client.post('/v1/orders', {
    ...{ userId, symbol: 'AAPL', amount: 10, side: 'buy', externalId: randomUUID() },
  });
/** Number of reads of each list during the test. */
const READS_MIN = 10;
const totalOf = ({ metadata }: Json) => Number((metadata as Json)['total']);

/** Reads a list repeatedly until `isOver` and returns all responses. */
const readAll = async (path: string, isOver: () => boolean) => {
  const seen: { readonly status: number; readonly total: number }[] = [];
  while (!isOver()) {
    const { status, body } = await client.get(`${path}?limit=100`);
    seen.push({ status, total: status === 200 ? totalOf(body) : NaN });
  }
  return seen;
};

it('serves all lists, totals and documents while Redis is wiped, without going backwards', async () => {
  const course = { isOver: false };
  const isOver = () => course.isOver;
  const wiping = (async () => {
    while (!isOver()) await redis.flushall();
  })();
  const reading = LISTS.map((path) => readAll(path, isOver));
  const accepted = [];
  for (let n = 0; n < DEPOSITS; n++) {
    accepted.push(['/v1/funding', await deposit('1.00')] as const);
    if (n < ORDERS) accepted.push(['/v1/orders', await order()] as const);
  }
  expect(accepted.map(([, { status }]) => status)).toEqual(accepted.map(() => 201));
  const documents = await Promise.all(
    accepted.map(([path, { body }]) => client.get(`${path}/${String(body['id'])}`)),
  );
  expect(documents.map(({ status }) => status)).toEqual(documents.map(() => 200));
  course.isOver = true;
  await wiping;
  for (const [place, seen] of (await Promise.all(reading)).entries()) {
    const path = LISTS[place];
    expect([path, seen.filter(({ status }) => status !== 200)]).toEqual([path, []]);
    const totals = seen.map(({ total }) => total);
    expect(totals.length).toBeGreaterThan(READS_MIN);
    expect(totals).toEqual(totals.toSorted((one, other) => one - other));
  }
  const completed = await client.listed('/v1/funding?status=completed&limit=1', DEPOSITS + 1);
  expect(totalOf(completed)).toBe(DEPOSITS + 1);
  expect(totalOf(await client.listed('/v1/orders?limit=1', ORDERS))).toBe(ORDERS);
});
