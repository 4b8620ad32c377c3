import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ledgerOf } from '../../support/ledger.js';
import { longIt } from '../../support/long.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import type { Json, PartnerClient, Service } from '../../support/service.js';
import { startedOnLoan } from '../../support/started-service.js';

let service: Service;
let client: PartnerClient;
let userId: string;
/** Orders and deposits with each end, and all their events in the history. */
let before: readonly { readonly path: string; readonly body: Json }[];

beforeAll(async () => {
  ({ service, client, userId } = await startedOnLoan());
  const done = [
    await ended(await deposit('500.00'), 'completed'),
    await ended(await deposit('20.13'), 'failed'),
    await ended(await deposit('20.17'), 'reversed'),
    await ended(await placed('AAPL'), 'filled'),
    await ended(await placed('HALT'), 'rejected'),
  ];
  before = await Promise.all(
    done.map(async (path) => ({ path, body: (await client.get(path)).body })),
  );
});
afterAll(() => service.stop());

const ended = async (path: string, status: string): Promise<string> => {
  const body = await client.until(path, (shown) => shown['status'] === status);
  expect(body).toMatchObject({ status });
  return path;
};
const deposit = async (amount: string): Promise<string> => {
  const about = { userId, direction: 'DEPOSIT', amount, externalId: randomUUID() };
  return `/v1/funding/${String((await client.post('/v1/funding', about)).body['id'])}`;
};
const placed = async (symbol: string): Promise<string> => {
  const order = { userId, symbol, amount: 20, side: 'buy', externalId: randomUUID() };
  return `/v1/orders/${String((await client.post('/v1/orders', order)).body['id'])}`;
};
const idOf = (path: string) => path.split('/').at(-1) ?? '';
const begin = async (outcome: string) => {
  const { status, body } = await service.control('POST', '/events', { outcome });
  expect(status).toBe(200);
  expect(body['events']).toBeGreaterThan(10);
};
/** Asserts that later events still arrive. */
const follows = async () => {
  const path = await ended(await deposit('25.00'), 'completed');
  await service.control('POST', `/journals/${idOf(path)}`, { outcome: 'reverse' });
  await ended(path, 'reversed');
  await ended(await placed('MSFT'), 'filled');
};
const isAsItWas = async () => {
  for (const { path, body } of before) expect((await client.get(path)).body).toEqual(body);
  expect((await service.control('GET', '/repeats')).body).toEqual({ repeats: [] });
  expect(await reconciled(service)).toMatchObject({ ...AGREES, stuck: [] });
};

it('a stream that replays its whole history causes no changes, and the service follows it', async () => {
  await begin('replay');
  await follows();
  await isAsItWas();
});

longIt('ids that restart cause no changes, and the service follows later events', async () => {
  await begin('restart-ids');
  await follows();
  await begin('replay');
  await follows();
  await isAsItWas();
});

longIt('events after an unreachable cursor are found by polls', async () => {
  const path = await ended(await deposit('26.00'), 'completed');
  const order = await placed('SLOW');
  await ended(order, 'accepted');
  for (const stream of ['journals', 'trades'])
    await service.fault('broker', `EVENT ${stream}`, 'drop');
  await begin('restart-ids');
  await service.control('POST', `/journals/${idOf(path)}`, { outcome: 'reverse' });
  await service.control('POST', `/orders/${idOf(order)}`, { outcome: 'fill' });
  await ended(path, 'reversed');
  await ended(order, 'filled');
  await isAsItWas();
  const { journals } = await ledgerOf(service);
  expect(journals.filter(({ idempotencyKey }) => idempotencyKey === idOf(path))).toHaveLength(1);
});
