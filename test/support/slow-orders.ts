import { expect } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Json, PartnerClient, Service } from './service.js';

/** An order of ten shares at 10.00, which stays open at the broker until a test changes it. */
export const placedOrder = async (client: PartnerClient, userId: string): Promise<string> => {
  const order = { userId, symbol: 'SLOW', amount: 100, side: 'buy', externalId: randomUUID() };
  const id = String((await client.post('/v1/orders', order)).body['id']);
  await showsOrder(client, id, { status: 'accepted' });
  return id;
};

/** Waits until the partner's view of the order matches. */
export const showsOrder = async (client: PartnerClient, id: string, wanted: Json) => {
  const has = (body: Json) => Object.entries(wanted).every(([name, value]) => body[name] === value);
  const body = await client.until(`/v1/orders/${id}`, has);
  expect(body).toMatchObject(wanted);
  return body;
};

/** Changes the order at the broker. */
export const atBroker = async (service: Service, id: string, body: Json) =>
  expect(await service.control('POST', `/orders/${id}`, body)).toMatchObject({ status: 200 });
