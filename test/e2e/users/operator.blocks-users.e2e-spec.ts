import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { onboardedUser } from '../../support/onboarded-user.js';
import { opsHere } from '../../support/ops-here.js';
import { type Json, PartnerClient, type Service } from '../../support/service.js';
import { sharedService } from '../../support/shared-service/shared-service.js';
import { person } from '../../support/people.js';

let service: Service;
let client: PartnerClient;
let other: PartnerClient;

beforeAll(async () => {
  service = await sharedService();
  client = await PartnerClient.logIn(service);
  other = await PartnerClient.logIn(service, service.demo.secondPartner);
});

afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

/** Returns the output of the command, or its error. */
const ops = async (decision: string, id: string) => {
  const run = await opsHere(service, 'user', decision, '--user', id, '--reason', 'test', '--json');
  return run.code === 0 ? (JSON.parse(run.stdout) as Json) : run.stderr.trim();
};
const statusOf = async (id: string) => (await client.get(`/v1/users/${id}`)).body['status'];
const blocked = { status: 409, body: { code: 'user_not_active' } };

describe('an operator', () => {
  it('suspends, reinstates and closes an active user', async () => {
    const id = await onboardedUser(service, client);
    expect((await client.get(`/v1/users/${id}`)).body).toMatchObject({
      status: 'active',
      verificationStatus: { email: 'verified', identity: 'verified', address: 'pending' },
    });
    const deposit = { userId: id, direction: 'DEPOSIT', amount: '5.00', externalId: `d-${id}` };
    const order = { userId: id, symbol: 'AAPL', amount: 1, side: 'buy', externalId: `o-${id}` };
    const { body: before } = await client.post('/v1/funding', deposit);

    expect(await ops('suspend', id)).toEqual({ id, status: 'suspended' });
    expect(await statusOf(id)).toBe('suspended');
    const late = { ...deposit, externalId: `late-${id}` };
    expect(await client.post('/v1/funding', late)).toMatchObject(blocked);
    expect(await client.post('/v1/orders', order)).toMatchObject(blocked);
    expect(await client.post('/v1/funding', deposit)).toMatchObject({
      status: 200,
      body: { id: before['id'] },
    });

    expect(await ops('reinstate', id)).toEqual({ id, status: 'active' });
    expect((await client.post('/v1/funding', late)).status).toBe(201);

    expect(await ops('close', id)).toEqual({ id, status: 'closed' });
    expect(await client.post('/v1/orders', order)).toMatchObject(blocked);
    expect(await ops('reinstate', id)).toMatch(/closed is final/);
    expect(await statusOf(id)).toBe('closed');
  });

  it('prevents the onboarding of a suspended user', async () => {
    const { body } = await client.post('/v1/users', person());
    const id = String(body['userId']);
    const session = () => client.post(`/v1/onboarding/${id}/session-token`, {});
    expect(await ops('suspend', id)).toEqual({ id, status: 'suspended' });
    expect(await session()).toMatchObject(blocked);
    expect(await ops('reinstate', id)).toEqual({ id, status: 'pending_verification' });
    expect((await session()).status).toBe(201);
  });

  it('delays a passed onboarding until the user is reinstated', async () => {
    const { body } = await client.post('/v1/users', person());
    const id = String(body['userId']);
    const { body: session } = await client.post(`/v1/onboarding/${id}/session-token`, {});
    await ops('suspend', id);
    await service.control('POST', `/onboarding/${String(session['token'])}`, {});
    const verified = ({ verificationStatus }: Json) =>
      (verificationStatus as Json)['identity'] === 'verified';
    expect(await client.until(`/v1/users/${id}`, verified)).toMatchObject({ status: 'suspended' });
    const profile = `/v1/onboarding/${id}/trader-profile`;
    expect(await client.get(profile)).toMatchObject({ status: 404 });
    expect(await ops('reinstate', id)).toEqual({ id, status: 'active' });
    const active = ({ brokerAccountStatus }: Json) => brokerAccountStatus === 'ACTIVE';
    expect(await client.until(profile, active)).toMatchObject({ brokerAccountStatus: 'ACTIVE' });
  });

  it('must name a user and a reason', async () => {
    expect(await ops('suspend', randomUUID())).toMatch(/does not exist/);
    expect(await ops('close', 'nobody')).toMatch(/does not exist/);
    const run = await service.ops('user', 'close', '--user', randomUUID(), '--reason', ' ');
    expect(run).toMatchObject({ code: 1, stderr: expect.stringMatching(/reason/) });
  });
});

describe('the list of users', () => {
  it('shows every status, each by its filter, the oldest first', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) {
      const { body } = await other.post('/v1/users', person());
      ids.push(String(body['userId']));
    }
    const [, active, suspended, , closed] = ids as [string, string, string, string, string];
    const { body } = await other.post(`/v1/onboarding/${active}/session-token`, {});
    await service.control('POST', `/onboarding/${String(body['token'])}`, {});
    await other.until(`/v1/users/${active}`, ({ status }) => status === 'active');
    await ops('suspend', suspended);
    await ops('close', closed);
    await other.listed('/v1/users?status=closed', 1);

    const page = async (query: string) => {
      const list = (await other.get(`/v1/users?${query}`)).body;
      const shown = (list['users'] as Json[]).map(({ userId }) => ids.indexOf(String(userId)));
      return [shown, list['metadata']];
    };
    const all = { limit: 100, offset: 0 };
    expect(await page('')).toEqual([[0, 1, 2, 3, 4], { ...all, total: 5 }]);
    expect(await page('status=pending')).toEqual([[0, 3], { ...all, total: 2 }]);
    expect(await page('status=active')).toEqual([[1], { ...all, total: 1 }]);
    expect(await page('status=suspended')).toEqual([[2], { ...all, total: 1 }]);
    expect(await page('status=closed')).toEqual([[4], { ...all, total: 1 }]);
    expect(await page('limit=2&offset=1')).toEqual([[1, 2], { total: 5, limit: 2, offset: 1 }]);
    expect(await page('offset=5')).toEqual([[], { total: 5, limit: 100, offset: 5 }]);
    expect(await page('status=pending&limit=1000&offset=1')).toEqual([
      [3],
      { total: 2, limit: 1_000, offset: 1 },
    ]);
  });

  it.each([
    'limit=0',
    'limit=1001',
    'limit=x',
    'offset=-1',
    'status=new',
    'status=pending_verification',
    'sort=up',
    'limit=1&limit=2',
  ])('is refused for ?%s', async (query) =>
    expect(await client.get(`/v1/users?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    }),
  );
});
