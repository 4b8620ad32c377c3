import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { onboardedUser } from '../../support/onboarded-user.js';
import {
  type Answer,
  type Demo,
  type Json,
  PartnerClient,
  type Service,
  call,
} from '../../support/service.js';
import { sharedService } from '../../support/shared-service/shared-service.js';
import { type Operation, describedOperations } from '../../support/described-api.js';
import { HELD, type IdPlace, type Kind, idPlaces, requestNaming } from './id-places.js';

type Partner = {
  readonly demo: Demo;
  readonly client: PartnerClient;
  readonly token: string;
  readonly ids: Readonly<Record<Kind, string>>;
  readonly email: string;
  readonly externalId: string;
};

let service: Service;
let partners: readonly [Partner, Partner];

beforeAll(async () => {
  service = await sharedService();
  const { partner, secondPartner } = service.demo;
  partners = [await populated(partner, 'first'), await populated(secondPartner, 'second')];
});

afterAll(() => service.stop());

/** Creates a partner with one object of every kind. */
const populated = async (demo: Demo, name: string): Promise<Partner> => {
  const client = await PartnerClient.logIn(service, demo);
  const { apiKey, email: login, password } = demo;
  const headers = { 'api-key': apiKey };
  const body = { email: login, password };
  const { body: tokens } = await call(service.api, 'POST', '/v1/auth/login', { headers, body });
  const email = `${name}@users.example`;
  const user = await onboardedUser(service, client, { email });
  const externalId = `only-${name}`;
  const made = async (path: string, wanted: object) => {
    const answer = await client.post(path, wanted);
    expect(answer).toMatchObject({ status: 201 });
    return String(answer.body['id'] ?? answer.body['verificationId']);
  };
  const buy = { userId: user, symbol: 'SLOW', amount: 10, side: 'buy', externalId };
  const money = { userId: user, direction: 'DEPOSIT', amount: '100.00', externalId };
  const proof = { verificationType: 'address', documentType: 'utility_bill', country: 'US' };
  const deposit = await made('/v1/funding', money);
  await client.until(`/v1/funding/${deposit}`, ({ status }) => status === 'completed');
  const order = await made('/v1/orders', buy);
  const held = await made('/v1/orders', { ...buy, symbol: HELD, externalId: `held-${name}` });
  await client.until(`/v1/orders/${held}`, ({ status }) => status === 'filled');
  const verification = await made('/v1/auth/verify', { userId: user, ...proof });
  await listed(client, 'funding', 'transactions');
  await listed(client, 'orders', 'orders');
  const settlement = await listed(client, 'settlements', 'settlements');
  const event = await listed(client, 'events', 'events');
  const url = 'http://127.0.0.1:8443/webhooks';
  const webhook = await made('/v1/webhook-endpoints', { url });
  const tested = await client.post(`/v1/webhook-endpoints/${webhook}/test`, {});
  const delivery = String(tested.body['id']);
  const ids = { user, deposit, order, verification, settlement, event, webhook, delivery };
  return { demo, client, token: String(tokens['authToken']), ids, email, externalId };
};

/** Waits for the first id of a list, because an empty list would not prove the separation. */
const listed = async (client: PartnerClient, path: string, name: string): Promise<string> => {
  const first = (body: Json) => (body[name] as readonly Json[])[0];
  const body = await client.until(`/v1/${path}`, (answer) => first(answer) !== undefined);
  return String(first(body)?.['id']);
};

const ask = ({ token }: Partner, { method }: Operation, path: string, options: object = {}) =>
  call(service.api, method, path, { ...options, headers: { authorization: `bearer ${token}` } });

const askFor = (partner: Partner, place: IdPlace, id: string): Promise<Answer> => {
  const { path, options } = requestNaming(place, id);
  const { webhook, delivery } = partner.ids;
  const own = path.replace('{id}', webhook).replace('{deliveryId}', delivery);
  return ask(partner, place.operation, own, options);
};

const unusedId = (kind: Kind): string => (kind === 'event' ? `evt_${randomUUID()}` : randomUUID());

const PASSING = ['x-request-id', 'date', 'ratelimit', 'keep-alive'];

/** Returns a response without the parts that differ between requests. */
const telling = ({ status, headers, body }: Answer) => ({
  status,
  headers: Object.fromEntries([...headers].filter(([name]) => !PASSING.includes(name))),
  body: { ...body, requestId: '' },
});

const both = (): [Partner, Partner][] => [
  [partners[0], partners[1]],
  [partners[1], partners[0]],
];

/** An endpoint in a query must exist, because an empty list would mean that it received all events. */
const isFilter = ({ where, kind }: IdPlace) => where === 'query' && kind !== 'webhook';

/** A deletion comes last, because the others need the object. */
const isDeletion = ({ operation }: IdPlace) => Number(operation.method === 'DELETE');
const places = idPlaces().sort((a, b) => isDeletion(a) - isDeletion(b));
const named = places.map((each): [string, IdPlace] => {
  const { operation, where, name } = each;
  return [`${operation.method} ${operation.path}: ${name} of the ${where}`, each];
});

describe('an id of another partner', () => {
  it.each(named)('is not found in %s', async (_, place) => {
    for (const [mine, theirs] of both()) {
      const foreign = await askFor(mine, place, theirs.ids[place.kind]);
      const missing = await askFor(mine, place, unusedId(place.kind));
      expect(telling(foreign)).toEqual(telling(missing));
      expect(foreign.status).toBe(isFilter(place) ? 200 : 404);
    }
  });

  it.each(named)('is found by its own partner in %s', async (_, place) => {
    for (const partner of partners) {
      const { status, body } = await askFor(partner, place, partner.ids[place.kind]);
      expect({ status, body }).not.toMatchObject({ status: 404 });
      expect(status).toBeLessThan(500);
    }
  });
});

/** The stream does not end. The spec of the feed reads the stream of a second partner. */
const STREAM = '/v1/events/stream';

describe('a list', () => {
  const lists = describedOperations().filter(
    ({ method, path, credential, pathNames, query }) =>
      method === 'GET' &&
      path.startsWith('/v1/') &&
      credential === 'token' &&
      path !== STREAM &&
      pathNames.length === 0 &&
      query.every(({ required }) => required !== true),
  );
  it.each(lists.map((each): [string, Operation] => [each.path, each]))(
    'at %s hides objects of another partner',
    async (_, operation) => {
      for (const [mine, theirs] of both()) {
        const answer = await ask(mine, operation, operation.path);
        expect(answer.status).toBe(200);
        const text = JSON.stringify(answer.body);
        const { ids, demo, email, externalId } = theirs;
        for (const secret of [...Object.values(ids), demo.id, email, externalId])
          expect(text).not.toContain(secret);
      }
    },
  );

  it('by an externalId of another partner is empty', async () => {
    for (const [mine, theirs] of both()) {
      const query = `externalId=${theirs.externalId}`;
      expect((await mine.client.get(`/v1/user?${query}`)).status).toBe(404);
      expect((await mine.client.get(`/v1/funding?${query}`)).body).toMatchObject({
        metadata: { total: 0 },
      });
    }
  });
});

describe('a name of one partner', () => {
  it('is free for another partner: e-mail, externalId and Idempotency-Key', async () => {
    const body = { name: 'Ada', familyName: 'L', email: 'same@users.example', countryCode: 'USA' };
    const headers = { 'idempotency-key': 'the-same-key' };
    const users = [];
    for (const { client } of partners)
      users.push(await client.post('/v1/user', { ...body, externalId: 'same' }, headers));
    expect(users.map(({ status }) => status)).toEqual([201, 201]);
    expect(users[0]?.body['id']).not.toBe(users[1]?.body['id']);
    for (const [{ client, ids }, theirs] of both()) {
      const { externalId } = theirs;
      const money = { userId: ids.user, direction: 'DEPOSIT', amount: '1.00', externalId };
      const { status, body: deposit } = await client.post('/v1/funding', money);
      expect({ status, other: deposit['id'] !== theirs.ids.deposit }).toEqual({
        status: 201,
        other: true,
      });
    }
  });
});
