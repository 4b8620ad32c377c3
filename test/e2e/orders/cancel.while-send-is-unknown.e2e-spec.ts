import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ledgerOf } from '../../support/ledger.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import { PartnerClient, type Service } from '../../support/service.js';
import { leasedService } from '../../support/shared-service/shared-service.js';
import { eventually } from '../../support/signals.js';

let service: Service;
let client: PartnerClient;
let userId: string;

beforeAll(async () => {
  service = await leasedService();
  client = await PartnerClient.logIn(service);
  userId = await onboardedUser(service, client);
  const body = { userId, direction: 'DEPOSIT', amount: '500.00', externalId: randomUUID() };
  const { id } = (await client.post('/v1/funding', body)).body;
  await client.until(`/v1/funding/${String(id)}`, ({ status }) => status === 'completed');
});
afterAll(() => service.stop());

const until = (id: string, ...wanted: string[]) =>
  client.until(`/v1/orders/${id}`, ({ status }) => wanted.includes(String(status)));
const atBroker = async (id: string) =>
  (await ledgerOf(service)).orders.filter(({ clientOrderId }) => clientOrderId === id);

/** Creates an order whose send ends in this mode, while lookups fail. */
const sent = async (symbol: string, mode: string) => {
  await service.fault('broker', 'GET /v1/trading/accounts', 'status:500', 1_000);
  await service.fault('broker', 'POST /v1/trading/accounts', mode);
  const order = { userId, symbol, qty: 0, amount: 10, side: 'buy', externalId: randomUUID() };
  const id = String((await client.post('/v1/orders', order)).body['id']);
  await until(id, 'submitted');
  return id;
};
const canceled = async (id: string) => {
  const asked = { status: 202, body: { id, status: 'submitted', filledQty: 0 } };
  const statusReason = expect.stringMatching(/^Cancellation requested/);
  const wanted = { ...asked, body: { ...asked.body, statusReason } };
  expect(await client.delete(`/v1/orders/${id}`)).toMatchObject(wanted);
  expect(await client.delete(`/v1/orders/${id}`)).toMatchObject(wanted);
  await service.noFaults();
};

describe('an order that is canceled while its send is unknown', () => {
  it('is canceled at the broker if the broker has it', async () => {
    const id = await sent('SLOW', 'execute-then-reset');
    await canceled(id);
    expect(await until(id, 'canceled')).toMatchObject({
      statusReason: 'Canceled at your request',
    });
    expect(await atBroker(id)).toMatchObject([{ status: 'canceled' }]);
  });

  it('is filled, with a note that the cancellation was too late, if the broker has filled it', async () => {
    const id = await sent('SLOW', 'execute-then-reset');
    await eventually(
      () => atBroker(id),
      ({ length }) => length === 1,
    );
    await service.control('POST', `/orders/${id}`, { outcome: 'fill' });
    await canceled(id);
    const order = await until(id, 'filled', 'canceled');
    expect(order).toMatchObject({
      ...{ status: 'filled', statusReason: expect.stringMatching(/^Cancellation requested/) },
    });
    expect(order['filledQty']).toBeGreaterThan(0);
    expect(await atBroker(id)).toMatchObject([{ status: 'filled' }]);
  });

  it('ends without another send if the broker does not have it', async () => {
    const id = await sent('AAPL', 'reset');
    await canceled(id);
    expect(await until(id, 'canceled')).toMatchObject({
      ...{ filledQty: 0, statusReason: expect.stringMatching(/had not arrived at the broker/) },
    });
    expect(await atBroker(id)).toEqual([]);
    const again = await client.delete(`/v1/orders/${id}`);
    expect(again).toMatchObject({ status: 409, body: { code: 'order_final' } });
  });

  it('leaves ledger and broker in agreement', async () => {
    expect(await reconciled(service)).toMatchObject({ ...AGREES, stuck: [] });
  });
});
