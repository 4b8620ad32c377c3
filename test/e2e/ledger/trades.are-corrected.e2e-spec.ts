import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ledgerOf } from '../../support/ledger.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { opsHere } from '../../support/ops-here.js';
import { type Json, PartnerClient, Service } from '../../support/service.js';

let service: Service;
let client: PartnerClient;
let userId: string;

beforeAll(async () => {
  service = await Service.start();
  client = await PartnerClient.logIn(service);
  userId = await onboardedUser(service, client);
  const about = { userId, direction: 'DEPOSIT', amount: '1000.00', externalId: randomUUID() };
  const { body } = await client.post('/v1/funding', about);
  await client.until(`/v1/funding/${String(body['id'])}`, ({ status }) => status === 'completed');
});
afterAll(() => service.stop());

/** Ten shares of 10.00, which wait at the broker. */
const placed = async (): Promise<string> => {
  const order = { userId, symbol: 'SLOW', amount: 100, side: 'buy', externalId: randomUUID() };
  const id = String((await client.post('/v1/orders', order)).body['id']);
  await shows(id, { status: 'accepted' });
  return id;
};

const shows = async (id: string, wanted: Json): Promise<Json> => {
  const has = (body: Json) => Object.entries(wanted).every(([name, value]) => body[name] === value);
  const body = await client.until(`/v1/orders/${id}`, has);
  expect(body).toMatchObject(wanted);
  return body;
};

const control = async (id: string, body: Json) =>
  expect(await service.control('POST', `/orders/${id}`, body)).toMatchObject({ status: 200 });

const reconciled = async () => {
  const { code, stdout } = await opsHere(service, 'reconcile', '--json');
  const { differences, open } = JSON.parse(stdout) as { differences: Json[]; open: Json[] };
  return { code, differences, open };
};
const AGREES = { code: 0, differences: [], open: [] };

describe('a trade that the broker breaks or changes', () => {
  it('of an open order is shown as the broker has it, and the order goes on', async () => {
    const id = await placed();
    await control(id, { outcome: 'fill', qty: '4' });
    await shows(id, { status: 'partially_filled', filledQty: 4 });
    await control(id, { outcome: 'bust', qty: '3' });
    await shows(id, { status: 'partially_filled', filledQty: 1, filledAvgPrice: 10 });
    await control(id, { outcome: 'bust' });
    await shows(id, { status: 'accepted', filledQty: 0, filledAvgPrice: null });
    await control(id, { outcome: 'fill' });
    await shows(id, { status: 'filled', filledQty: 10 });
    expect(await reconciled()).toEqual(AGREES);
  });

  it('without a word is found by looking', async () => {
    const id = await placed();
    await control(id, { outcome: 'fill', qty: '4' });
    await shows(id, { status: 'partially_filled', filledQty: 4 });
    await control(id, { outcome: 'bust', qty: '2', silent: true });
    await shows(id, { status: 'partially_filled', filledQty: 2 });
    await control(id, { outcome: 'cancel' });
    await shows(id, { status: 'canceled', filledQty: 2 });
    expect(await reconciled()).toEqual(AGREES);
  });

  it.each<[string, Json, Json]>([
    ['less', { outcome: 'bust', qty: '3' }, { status: 'filled', filledQty: 7 }],
    ['nothing', { outcome: 'bust' }, { status: 'canceled', filledQty: 0, filledAvgPrice: null }],
    [
      'another price',
      { outcome: 'correct', price: '9.50' },
      { status: 'filled', filledQty: 10, filledAvgPrice: 9.5 },
    ],
  ])('of a filled order leaves %s', async (_, change, shown) => {
    const id = await placed();
    await control(id, { outcome: 'fill' });
    await shows(id, { status: 'filled', filledQty: 10 });
    await control(id, change);
    await shows(id, shown);
    expect(await reconciled()).toEqual(AGREES);
  });

  it('of a canceled order is corrected too', async () => {
    const id = await placed();
    await control(id, { outcome: 'fill', qty: '4' });
    await control(id, { outcome: 'cancel' });
    await shows(id, { status: 'canceled', filledQty: 4 });
    await control(id, { outcome: 'bust', qty: '1' });
    await shows(id, { status: 'canceled', filledQty: 3 });
    const { orders } = await ledgerOf(service);
    expect(orders.find(({ clientOrderId }) => clientOrderId === id)).toMatchObject({
      ...{ status: 'canceled', filledQty: '3' },
    });
    expect(await reconciled()).toEqual(AGREES);
  });
});
