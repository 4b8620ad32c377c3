import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ledgerOf } from '../../support/ledger.js';
import { LONG, longIt } from '../../support/long.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import type { PartnerClient, Service } from '../../support/service.js';
import { startedOnLoan } from '../../support/started-service.js';

/** A long run waits until a missing object would count as not sent. */
const MAINTENANCE_MS = LONG ? 25_000 : 1_000;
const MANY = 100_000;

let service: Service;
let client: PartnerClient;
let userId: string;

beforeAll(async () => {
  ({ service, client, userId } = await startedOnLoan());
  await shows(await deposit('1000.00'), 'completed');
});
afterAll(() => service.stop());

const path = (id: string) => `/v1/funding/${id}`;
const shows = async (id: string, status: string) => {
  const body = await client.until(path(id), (shown) => shown['status'] === status);
  expect(body).toMatchObject({ status });
};
const deposit = async (amount: string): Promise<string> => {
  const about = { userId, direction: 'DEPOSIT', amount, externalId: randomUUID() };
  return String((await client.post('/v1/funding', about)).body['id']);
};
const placed = async (symbol: string): Promise<string> => {
  const order = { userId, symbol, amount: 20, side: 'buy', externalId: randomUUID() };
  return String((await client.post('/v1/orders', order)).body['id']);
};
const orderShows = async (id: string, status: string) => {
  const body = await client.until(`/v1/orders/${id}`, (shown) => shown['status'] === status);
  expect(body).toMatchObject({ status });
};
const everyCall = async (mode: string) => {
  for (const match of ['GET /v1', 'GET /v2', 'POST /v1', 'DELETE /v1'])
    await service.fault('broker', match, mode, MANY);
};
/** Asserts that each request was executed once and not sent again after its execution. */
const sentOnce = async (depositId: string, orderId: string) => {
  const { journals, orders } = await ledgerOf(service);
  const key = ({ idempotencyKey }: { idempotencyKey: string }) => idempotencyKey === depositId;
  expect(journals.filter(key)).toHaveLength(1);
  expect(orders.filter(({ clientOrderId }) => clientOrderId === orderId)).toHaveLength(1);
  expect((await service.control('GET', '/repeats')).body).toEqual({ repeats: [] });
  expect(await reconciled(service)).toMatchObject({ ...AGREES, stuck: [] });
};

longIt(
  'a page with status 200 does not count as executed, and the worker repeats the request later',
  async () => {
    const resting = await placed('SLOW');
    await orderShows(resting, 'accepted');
    await everyCall('html-200');
    const [paid, order] = [await deposit('30.00'), await placed('AAPL')];
    await client.delete(`/v1/orders/${resting}`);
    await sleep(MAINTENANCE_MS);
    for (const open of [path(paid), `/v1/orders/${order}`])
      expect(['pending', 'processing', 'submitted']).toContain(
        (await client.get(open)).body['status'],
      );
    await orderShows(resting, 'accepted');

    await service.noFaults();
    await shows(paid, 'completed');
    await orderShows(order, 'filled');
    await orderShows(resting, 'canceled');
    await sentOnce(paid, order);
  },
);

it('requests that the broker executed behind a page are found, and executed once', async () => {
  await everyCall('execute-then-html-200');
  const [paid, order] = [await deposit('31.00'), await placed('AAPL')];
  await sleep(MAINTENANCE_MS);
  await service.noFaults();
  await shows(paid, 'completed');
  await orderShows(order, 'filled');
  await sentOnce(paid, order);
});
