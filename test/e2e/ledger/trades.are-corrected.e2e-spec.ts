import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ledgerOf } from '../../support/ledger.js';
import type { Json, PartnerClient, Service } from '../../support/service.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import { atBroker, placedOrder, showsOrder } from '../../support/slow-orders.js';
import { startedOnLoan } from '../../support/started-service.js';

let service: Service;
let client: PartnerClient;
let userId: string;

beforeAll(async () => {
  ({ service, client, userId } = await startedOnLoan());
  const about = { userId, direction: 'DEPOSIT', amount: '1000.00', externalId: randomUUID() };
  const { body } = await client.post('/v1/funding', about);
  await client.until(`/v1/funding/${String(body['id'])}`, ({ status }) => status === 'completed');
});
afterAll(() => service.stop());

const placed = () => placedOrder(client, userId);
const shows = (id: string, wanted: Json) => showsOrder(client, id, wanted);
const control = (id: string, body: Json) => atBroker(service, id, body);

describe('a trade that the broker breaks or changes', () => {
  it('of an open order is shown as at the broker, and the order continues', async () => {
    const id = await placed();
    await control(id, { outcome: 'fill', qty: '4' });
    await shows(id, { status: 'partially_filled', filledQty: 4 });
    await control(id, { outcome: 'bust', qty: '3' });
    await shows(id, { status: 'partially_filled', filledQty: 1, filledAvgPrice: 10 });
    await control(id, { outcome: 'bust' });
    await shows(id, { status: 'accepted', filledQty: 0, filledAvgPrice: null });
    await control(id, { outcome: 'fill' });
    await shows(id, { status: 'filled', filledQty: 10 });
    expect(await reconciled(service)).toMatchObject({ ...AGREES, open: [] });
  });

  it('without a message is found by a poll', async () => {
    const id = await placed();
    await control(id, { outcome: 'fill', qty: '4' });
    await shows(id, { status: 'partially_filled', filledQty: 4 });
    await control(id, { outcome: 'bust', qty: '2', silent: true });
    await shows(id, { status: 'partially_filled', filledQty: 2 });
    await control(id, { outcome: 'cancel' });
    await shows(id, { status: 'canceled', filledQty: 2 });
    expect(await reconciled(service)).toMatchObject({ ...AGREES, open: [] });
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
    expect(await reconciled(service)).toMatchObject({ ...AGREES, open: [] });
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
    expect(await reconciled(service)).toMatchObject({ ...AGREES, open: [] });
  });
});
