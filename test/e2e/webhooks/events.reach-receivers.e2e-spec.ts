import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Json, PartnerClient, type Service } from '../../support/service.js';
import { sharedService } from '../../support/shared-service/shared-service.js';
import {
  WebhookReceiver,
  createEndpoint,
  isSignedBy,
  respond,
} from '../../support/webhook-receiver.js';
import { KycPartner } from '../kyc/kyc-partner.js';

let service: Service;
let client: PartnerClient;
let kyc: KycPartner;
let receiver: WebhookReceiver;
const endpoints: string[] = [];

beforeAll(async () => {
  service = await sharedService();
  client = await PartnerClient.logIn(service);
  kyc = KycPartner.of(service, client);
});
beforeEach(async () => {
  receiver = await WebhookReceiver.start();
});
afterEach(async () => {
  for (const path of endpoints.splice(0)) await client.delete(path);
  await receiver.stop();
});
afterAll(() => service.stop());

const endpoint = async (more: object = { types: ['user.created'] }) => {
  const made = await createEndpoint(client, receiver.url, more);
  endpoints.push(made.path);
  return made;
};
const of = (object: string) => () => receiver.received.filter((each) => each.object === object);
const deliveries = (path: string, query = '') => client.get(`${path}/deliveries${query}`);
const listOf = (body: Json) => body['deliveries'] as Json[];
const attemptsOf = (delivery: Json | undefined) => (delivery?.['attempts'] ?? []) as Json[];
/** The endpoint's only delivery, once it is like this. */
const deliveryWhen = async (path: string, isLike: (delivery: Json) => boolean): Promise<Json> => {
  const isThere = (body: Json) => listOf(body).some(isLike);
  const body = await client.until(`${path}/deliveries`, isThere);
  return listOf(body).find(isLike)!;
};
const hasAttempts = (count: number) => (delivery: Json) => attemptsOf(delivery).length >= count;

describe('a webhook', () => {
  it('has the same event as the feed, with a signature', async () => {
    const { secret } = await endpoint();
    const userId = await kyc.register();
    await receiver.until(() => of(userId)().length > 0);
    const [{ seen, id }] = of(userId)() as [ReturnType<ReturnType<typeof of>>[0]];
    expect(isSignedBy(secret, seen)).toBe(true);
    expect(isSignedBy('whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD', seen)).toBe(false);
    expect(seen.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(JSON.parse(seen.body)).toEqual((await client.get(`/v1/events/${id}`)).body);
  });

  it('is sent again after a failure, with the same body and another timestamp', async () => {
    const { path } = await endpoint();
    let isFirst = true;
    receiver.behaves((event, response, seen) => {
      const status = isFirst ? 503 : 200;
      isFirst = false;
      return respond(status, { 'retry-after': '1' }, 'busy')(event, response, seen);
    });
    const userId = await kyc.register();
    await receiver.until(() => of(userId)().length === 2);
    const [first, again] = of(userId)();
    expect(again!.seen.body).toBe(first!.seen.body);
    expect(again!.id).toBe(first!.id);
    const delivery = await deliveryWhen(path, ({ status }) => status === 'delivered');
    expect(attemptsOf(delivery)).toMatchObject([
      { status: 503, error: null, responseStart: 'busy' },
      { status: 200, error: null, responseStart: 'busy' },
    ]);
    const query = `?status=delivered&eventId=${first!.id}`;
    expect(listOf((await deliveries(path, query)).body)).toHaveLength(1);
    expect(listOf((await deliveries(path, '?status=failed')).body)).toEqual([]);
  });

  it('has two signatures while two secrets overlap', async () => {
    const { path, secret } = await endpoint();
    const key = { 'idempotency-key': randomUUID() };
    const rotated = await client.post(`${path}/rotate-secret`, { overlapSeconds: 600 }, key);
    const again = await client.post(`${path}/rotate-secret`, { overlapSeconds: 600 }, key);
    expect(again.body).toEqual(rotated.body);
    const newSecret = String(rotated.body['secret']);
    const first = await kyc.register();
    await receiver.until(() => of(first)().length > 0);
    const { seen } = of(first)()[0]!;
    expect([secret, newSecret].map((each) => isSignedBy(each, seen))).toEqual([true, true]);
    const last = await client.post(`${path}/rotate-secret`, { overlapSeconds: 0 });
    const second = await kyc.register();
    await receiver.until(() => of(second)().length > 0);
    const later = of(second)()[0]!.seen;
    const secrets = [secret, newSecret, String(last.body['secret'])];
    expect(secrets.map((each) => isSignedBy(each, later))).toEqual([false, false, true]);
  });

  it('is only of the chosen types', async () => {
    await endpoint({ types: ['user.updated'] });
    const userId = await kyc.register();
    await client.patch(`/v1/users/${userId}`, { firstName: 'Grace' });
    await receiver.until(() => of(userId)().length > 0);
    expect(of(userId)().map(({ type }) => type)).toEqual(['user.updated']);
  });
});

describe('a receiver', () => {
  it.each<[string, Parameters<WebhookReceiver['behaves']>[0], object]>([
    [
      'resets the connection',
      (_, response) => {
        response.socket?.resetAndDestroy();
        return null;
      },
      { status: null, error: expect.any(String) },
    ],
    ['redirects', respond(302, { location: 'http://127.0.0.1:1/' }), { status: 302, error: null }],
    ['fails', respond(500, {}, 'no'), { status: 500, responseStart: 'no' }],
    [
      'responds with 10 MB',
      respond(500, {}, 'x'.repeat(10_000_000)),
      { status: 500, responseStart: 'x'.repeat(1_024) },
    ],
  ])('that %s gets the event again later', async (_, behavior, attempt) => {
    const { path } = await endpoint();
    receiver.behaves(behavior);
    await kyc.register();
    const delivery = await deliveryWhen(path, hasAttempts(1));
    expect(delivery).toMatchObject({
      status: 'pending',
      attempts: [attempt],
      nextAttemptAt: expect.any(String),
    });
    const pauseMs =
      Date.parse(String(delivery['nextAttemptAt'])) -
      Date.parse(String(attemptsOf(delivery)[0]!['at']));
    expect(pauseMs).toBeGreaterThan(4_900);
    receiver.behaves(respond(200));
    const id = String(delivery['id']);
    expect((await client.post(`${path}/deliveries/${id}/retry`, {})).status).toBe(200);
    await deliveryWhen(path, ({ status }) => status === 'delivered');
    const final = await client.post(`${path}/deliveries/${id}/retry`, {});
    expect(final).toMatchObject({ status: 409, body: { code: 'delivery_final' } });
  });

  it('that responds with 410 is disabled, and continues where it stopped', async () => {
    const { id, path } = await endpoint({ types: ['user.created', 'webhook_endpoint.disabled'] });
    receiver.behaves(respond(410));
    const first = await kyc.register();
    const disabled = await client.until(path, ({ status }) => status === 'disabled');
    expect(disabled).toMatchObject({ statusReason: 'gone' });
    const query = `/v1/events?objectId=${id}`;
    const has = (body: Json) => (body['events'] as Json[]).length > 0;
    expect((await client.until(query, has))['events']).toMatchObject([
      { type: 'webhook_endpoint.disabled', data: disabled },
    ]);
    const second = await kyc.register();
    receiver.behaves(respond(200));
    const count = receiver.received.length;
    expect((await client.post(`${path}/test`, {})).body).toMatchObject({
      code: 'webhook_endpoint_disabled',
    });
    const objectsOf = (body: Json) =>
      (body['events'] as Json[]).map(({ object }) => String((object as Json)['id']));
    const undelivered = `/v1/events?undeliveredTo=${id}&types=user.created&limit=1000`;
    const missing = await client.until(undelivered, (body) => objectsOf(body).includes(second));
    expect(objectsOf(missing)).toEqual([first, second]);
    expect(receiver.received).toHaveLength(count);
    const enabled = await client.patch(path, { status: 'enabled' });
    expect(enabled.body).toMatchObject({ status: 'enabled', statusReason: null });
    await receiver.until(() => [first, second, id].every((each) => of(each)().length > 0));
  });

  it('that is enabled from now on gets no earlier event, until it recovers them', async () => {
    const { path } = await endpoint();
    const known = await kyc.register();
    await receiver.until(() => of(known)().length > 0);
    await client.patch(path, { status: 'disabled' });
    const missed = await kyc.register();
    await client.until(
      `/v1/events?objectId=${missed}`,
      (body) => (body['events'] as Json[]).length > 0,
    );
    await client.patch(`${path}?from=now`, { status: 'enabled' });
    const next = await kyc.register();
    await receiver.until(() => of(next)().length > 0);
    expect(of(missed)()).toEqual([]);
    const after = of(known)()[0]!.id;
    const recovered = await client.post(`${path}/recover`, { after });
    expect(recovered.status).toBe(202);
    await receiver.until(() => of(missed)().length > 0);
    expect([known, next].map((each) => of(each)().length)).toEqual([1, 1]);
  });

  it('gets a part of the feed again', async () => {
    const { path } = await endpoint();
    const users = [await kyc.register(), await kyc.register(), await kyc.register()];
    await receiver.until(() => users.every((each) => of(each)().length > 0));
    const [first, second] = users.map((each) => of(each)()[0]!.id);
    const key = { 'idempotency-key': randomUUID() };
    const body = { after: first, until: second };
    const asked = await client.post(`${path}/replay`, body, key);
    expect((await client.post(`${path}/replay`, body, key)).body).toEqual(asked.body);
    await receiver.until(() => of(users[1]!)().length === 2);
    const [, again] = of(users[1]!)();
    expect(again!.seen.headers).toMatchObject({ 'webhook-id': second, 'webhook-replay': 'true' });
    expect([0, 2].map((i) => of(users[i]!)().length)).toEqual([1, 1]);
    const unknown = await client.post(`${path}/replay`, { after: 'evt_1' });
    expect(unknown).toMatchObject({ status: 422, body: { code: 'cursor_unknown' } });
  });

  it('gets a test at once', async () => {
    const { path, secret } = await endpoint();
    for (const type of ['ping', 'order.filled', 'webhook_endpoint.disabled']) {
      const { status, body } = await client.post(`${path}/test`, { type });
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { type, status: 'delivered', attempts: [{ status: 204 }] },
      });
      const { seen } = receiver.received.at(-1)!;
      expect(isSignedBy(secret, seen)).toBe(true);
      expect(seen.headers).toMatchObject({ 'webhook-test': 'true' });
      expect(JSON.parse(seen.body)).toMatchObject({ type, id: body['eventId'] });
    }
    receiver.behaves(respond(500));
    const failed = await client.post(`${path}/test`, {});
    expect(failed.body).toMatchObject({ status: 'failed', nextAttemptAt: null });
  });
});

describe('an endpoint', () => {
  it('shows its secret once, and again for a repeat of the same request', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const wanted = { url: receiver.url, description: 'Mine' };
    const made = await client.post('/v1/webhook-endpoints', wanted, headers);
    const path = `/v1/webhook-endpoints/${String(made.body['id'])}`;
    endpoints.push(path);
    expect(made.body['secret']).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    await client.patch(path, { description: 'Changed' });
    expect((await client.post('/v1/webhook-endpoints', wanted, headers)).body).toEqual(made.body);
    const { secret: _, ...shown } = made.body;
    expect((await client.get(path)).body).toEqual({ ...shown, description: 'Changed' });
    const { body: all } = await client.get('/v1/webhook-endpoints');
    expect(JSON.stringify(all)).not.toContain('whsec_');
  });

  it.each([
    ['http://example.com/', 'url_not_allowed'],
    ['https://user:pw@example.com/', 'url_not_allowed'],
    ['https://192.168.1.1/', 'url_not_allowed'],
    ['https://169.254.169.254/latest', 'url_not_allowed'],
    ['https://[::ffff:10.0.0.1]/', 'url_not_allowed'],
    ['https://0x7f.1/', 'url_not_allowed'],
    ['http://127.0.0.1:80/', 'url_not_allowed'],
    ['text', 'url_not_allowed'],
  ])('may not be at %s', async (url, code) => {
    const { status, body } = await client.post('/v1/webhook-endpoints', { url });
    expect({ status, code: body['code'] }).toEqual({ status: 422, code });
    expect(body['errors']).toMatchObject([{ pointer: '/url' }]);
  });

  it('is one of at most five', async () => {
    const { body } = await client.get('/v1/webhook-endpoints');
    const free = 5 - (body['endpoints'] as Json[]).length;
    for (let i = 0; i < free; i++) await endpoint();
    const sixth = await client.post('/v1/webhook-endpoints', { url: receiver.url });
    expect(sixth).toMatchObject({ status: 409, body: { code: 'webhook_endpoint_limit' } });
  });
});
