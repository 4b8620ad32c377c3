import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ledgerOf } from '../../support/ledger.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { opsHere } from '../../support/ops-here.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import { type Json, PartnerClient, type Service } from '../../support/service.js';
import { leasedService } from '../../support/shared-service/shared-service.js';

const FIRM = '00000000-0000-4000-8000-00000000f1f1';
/** Enough orders to open the circuit before the last ones, so that their sends do not begin. */
const ORDERS = 8;

let service: Service;
let client: PartnerClient;

beforeAll(async () => {
  service = await leasedService();
  client = await PartnerClient.logIn(service);
});
afterAll(() => service.stop());

const decide = async (decision: 'suspend' | 'close', id: string) => {
  const asked = ['user', decision, '--user', id, '--reason', 'test'];
  expect((await opsHere(service, ...asked)).code).toBe(0);
};
const deposit = async (userId: string, amount: string) => {
  const body = { userId, direction: 'DEPOSIT', amount, externalId: randomUUID() };
  return String((await client.post('/v1/funding', body)).body['id']);
};
const order = async (userId: string, symbol: string) => {
  const body = { userId, symbol, qty: 0, amount: 5, side: 'buy', externalId: randomUUID() };
  return String((await client.post('/v1/orders', body)).body['id']);
};
const until = (path: string, ...wanted: string[]) =>
  client.until(path, ({ status }) => wanted.includes(String(status)));
const fund = async (userId: string) =>
  until(`/v1/funding/${await deposit(userId, '100.00')}`, 'completed');
const atBroker = async (id: string) =>
  (await ledgerOf(service)).orders.filter(({ clientOrderId }) => clientOrderId === id);

describe('orders of a suspended user', () => {
  it('continue if the broker has them, and are never sent otherwise', async () => {
    const userId = await onboardedUser(service, client);
    await fund(userId);
    const there = await order(userId, 'SLOW');
    await until(`/v1/orders/${there}`, 'accepted');
    await service.fault('broker', 'POST /v1/trading/accounts', 'reset', 1_000);
    const queued: string[] = [];
    for (let i = 0; i < ORDERS; i++) queued.push(await order(userId, 'AAPL'));
    await until(`/v1/orders/${queued[0]}`, 'submitted');
    await decide('suspend', userId);

    for (const id of queued) {
      expect(await until(`/v1/orders/${id}`, 'canceled', 'filled')).toMatchObject({
        ...{ status: 'canceled', filledQty: 0 },
        statusReason: 'The user was suspended before the order was sent',
      });
    }
    // A send from before the suspension could arrive, but every send is reset.
    await service.noFaults();
    for (const id of queued) expect(await atBroker(id)).toEqual([]);
    expect(await until(`/v1/orders/${there}`, 'accepted')).toMatchObject({ statusReason: '' });
    expect((await client.delete(`/v1/orders/${there}`)).status).toBe(202);
    await until(`/v1/orders/${there}`, 'canceled');
    expect(await reconciled(service)).toMatchObject({ ...AGREES, stuck: [] });
  });
});

describe('deposits that wait for the pre-funded account', () => {
  it('are returned for a closed user, and credited to a suspended one', async () => {
    const [closed, suspended, active] = [
      await onboardedUser(service, client),
      await onboardedUser(service, client),
      await onboardedUser(service, client),
    ];
    const [before] = (await client.get('/v1/settlements?status=open')).body[
      'settlements'
    ] as Json[];
    const balance = (await ledgerOf(service)).balances[FIRM];
    await service.control('POST', '/firm-account', { add: `-${balance}` });
    const ids: string[] = [];
    for (const [userId, amount] of [
      [closed, '900.00'],
      [suspended, '20.00'],
      [active, '30.00'],
    ] as const) {
      const id = await deposit(userId, amount);
      const waits = ({ statusReason }: Json) => /pre-funded account/.test(String(statusReason));
      await client.until(`/v1/funding/${id}`, waits);
      ids.push(id);
    }
    const [returned, held, mine] = ids as [string, string, string];
    await decide('suspend', suspended);
    await decide('close', closed);
    expect(await until(`/v1/funding/${returned}`, 'failed')).toMatchObject({
      ...{ statusReason: 'Ended by the operator; no money moved', completedAt: null },
    });
    expect((await client.get(`/v1/funding/${held}`)).body).toMatchObject({ status: 'pending' });

    // Not enough for the deposit that was before them in the queue.
    await service.control('POST', '/firm-account', { add: '60.00' });
    for (const id of [held, mine]) await until(`/v1/funding/${id}`, 'completed');
    await service.control('POST', '/firm-account', { add: '1000.00' });
    const { journals } = await ledgerOf(service);
    expect(journals.filter(({ idempotencyKey }) => idempotencyKey === returned)).toEqual([]);
    const gross = (Number(before?.['gross']) + 50).toFixed(2);
    const path = `/v1/settlements/${String(before?.['id'])}`;
    expect(await client.until(path, (shown) => shown['gross'] === gross)).toMatchObject({ gross });
    expect(await reconciled(service)).toMatchObject({ ...AGREES, stuck: [] });
  });
});
