import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { opsHere } from '../../support/ops-here.js';
import { type Json, PartnerClient, type Service } from '../../support/service.js';
import { sharedService } from '../../support/shared-service/shared-service.js';
import {
  type NewEndpoint,
  WebhookReceiver,
  createEndpoint,
  respond,
} from '../../support/webhook-receiver.js';
import { KycPartner } from '../kyc/kyc-partner.js';

let service: Service;
let client: PartnerClient;
let kyc: KycPartner;
let receiver: WebhookReceiver;
let endpoint: NewEndpoint;

beforeAll(async () => {
  service = await sharedService();
  client = await PartnerClient.logIn(service);
  kyc = KycPartner.of(service, client);
});
beforeEach(async () => {
  receiver = await WebhookReceiver.start();
  endpoint = await createEndpoint(client, receiver.url, { types: ['user.created'] });
});
afterEach(async () => {
  await client.delete(endpoint.path);
  await receiver.stop();
});
afterAll(() => service.stop());

const run = (command: string, ...options: readonly string[]) =>
  opsHere(
    ...([service, 'webhook', command, '--partner', service.demo.partner.id] as const),
    ...[...(command === 'list' ? [] : ['--id', endpoint.id]), ...options, '--json'],
  );
const ops = async (command: string, ...options: readonly string[]) => {
  const { code, stdout, stderr } = await run(command, ...options);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Json & readonly Json[];
};
const of = (userId: string) => receiver.received.filter(({ object }) => object === userId);
const received = async (userId: string, times = 1): Promise<string> => {
  await receiver.until(() => of(userId).length === times);
  return of(userId)[0]!.id;
};
/** Deliveries of the endpoint with this status, once there is one. */
const deliveries = async (status: string, hasAttempt = true): Promise<readonly Json[]> => {
  const isThere = (body: Json) =>
    (body['deliveries'] as Json[]).some(
      ({ attempts }) => !hasAttempt || (attempts as Json[]).length > 0,
    );
  const body = await client.until(`${endpoint.path}/deliveries?status=${status}`, isThere);
  return body['deliveries'] as Json[];
};

it('list shows endpoints without secrets, and show their deliveries', async () => {
  const eventId = await received(await kyc.register());
  const [delivery] = await deliveries('delivered');
  const listed = await ops('list');
  expect(listed).toContainEqual((await client.get(endpoint.path)).body);
  expect(JSON.stringify(listed)).not.toContain('whsec_');
  expect(await ops('show')).toEqual([delivery]);
  expect(delivery).toMatchObject({ eventId, attempts: [{ status: 204 }] });
});

it('retry sends a waiting delivery at once', async () => {
  receiver.behaves(respond(500));
  const userId = await kyc.register();
  const [delivery] = await deliveries('pending');
  receiver.behaves(respond(200));
  const retried = await ops('retry', '--delivery', String(delivery!['id']));
  expect(retried).toMatchObject({ id: delivery!['id'] });
  await received(userId, 2);
  await deliveries('delivered');
});

it('replay sends a part of the feed again', async () => {
  const users = [await kyc.register(), await kyc.register(), await kyc.register()];
  const [first, second] = [await received(users[0]!), await received(users[1]!)];
  await received(users[2]!);
  const range = ['--after', first, '--until', second, '--types', 'user.created,user.updated'];
  expect(await ops('replay', ...range)).toMatchObject({ id: expect.any(String) });
  await received(users[1]!, 2);
  expect(of(users[1]!)[1]!.seen.headers).toMatchObject({ 'webhook-replay': 'true' });
  expect([of(users[0]!).length, of(users[2]!).length]).toEqual([1, 1]);
});

it('recover sends each missed event', async () => {
  const before = await received(await kyc.register());
  await client.patch(endpoint.path, { status: 'disabled' });
  const missed = await kyc.register();
  await client.until(
    `/v1/events?objectId=${missed}`,
    ({ events }) => (events as Json[]).length > 0,
  );
  await client.patch(`${endpoint.path}?from=now`, { status: 'enabled' });
  expect(await ops('recover', '--after', before)).toMatchObject({ id: expect.any(String) });
  await received(missed);
});

it('disable stops deliveries until the partner enables the endpoint', async () => {
  const reason = ['--reason', 'the receiver is gone'];
  const disabled = await ops('disable', ...reason);
  expect(disabled).toMatchObject({ status: 'disabled', statusReason: 'by_operator' });
  expect((await client.get(endpoint.path)).body).toEqual(disabled);
  const { code, stderr } = await run('recover', '--after', 'cur_-1');
  expect([code, stderr]).toEqual([1, expect.stringContaining('Enable the webhook endpoint')]);
  const userId = await kyc.register();
  await client.patch(endpoint.path, { status: 'enabled' });
  await received(userId);
});

it('an unknown endpoint or delivery is reported', async () => {
  const { code, stderr } = await run('retry', '--delivery', endpoint.id);
  expect([code, stderr]).toEqual([1, expect.stringContaining('delivery does not exist')]);
  await client.delete(endpoint.path);
  expect((await run('show')).code).toBe(1);
});
