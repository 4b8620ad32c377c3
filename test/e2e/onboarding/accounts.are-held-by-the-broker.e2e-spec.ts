import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { accountOfUser } from '../../support/ledger.js';
import { opsHere } from '../../support/ops-here.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import type { Json, PartnerClient, Service } from '../../support/service.js';
import { StaffClient } from '../../support/staff-client.js';
import { startedOnLoan } from '../../support/started-service.js';

const SECRET = 'suspicious activity, like the account of the same person at partner Acme';

let service: Service;
let client: PartnerClient;
let operator: StaffClient;
let userId: string;
let accountId: string;

beforeAll(async () => {
  ({ service, client, userId } = await startedOnLoan());
  operator = await StaffClient.ofDemo(service, 'operator');
  accountId = await accountOfUser(service, userId);
  const funded = await deposit('500.00');
  await client.until(`/v1/funding/${String(funded.body['id'])}`, isCompleted);
});
afterAll(() => service.stop());

const isCompleted = ({ status }: Json) => status === 'completed';
const deposit = (amount = '25.00') =>
  client.post('/v1/funding', { userId, direction: 'DEPOSIT', amount, externalId: randomUUID() });
const order = () =>
  client.post('/v1/orders', {
    ...{ userId, symbol: 'AAPL', amount: 10, side: 'buy', externalId: randomUUID() },
  });
const broker = (change: Json) => service.control('POST', `/accounts/${accountId}`, change);

const path = () => `/v1/onboarding/${userId}/trader-profile`;
const profileShows = async (status: string, reason: RegExp | null): Promise<Json> => {
  const isSo = ({ brokerAccountStatus, statusReason }: Json) =>
    brokerAccountStatus === status &&
    (reason === null ? statusReason === null : reason.test(String(statusReason)));
  const body = await client.until(path(), isSo);
  expect([body['brokerAccountStatus'], body['statusReason']]).toEqual([
    status,
    reason === null ? null : expect.stringMatching(reason),
  ]);
  return body;
};
const entries = async (): Promise<Json[]> => {
  const { entries: listed } = (await operator.get('/staff/attention')).body;
  return (listed as Json[]).filter(({ id }) => id === `review-account/${userId}`);
};
const until = async <Found>(look: () => Promise<Found>, isSo: (found: Found) => boolean) => {
  for (;;) {
    const found = await look();
    if (isSo(found)) return found;
    await sleep(200);
  }
};
const entry = async (): Promise<Json> =>
  (await until(entries, ([found]) => found !== undefined))[0]!;
const noEntry = () => until(entries, ({ length }) => length === 0);

const released = async () => {
  await broker({ status: 'ACTIVE', reason: null, blocks: [] });
  await profileShows('ACTIVE', null);
  await noEntry();
  expect(await reconciled(service)).toMatchObject(AGREES);
};

describe('an account that the broker restricts', () => {
  it.each([
    ['account_blocked', 409, 409],
    ['trading_blocked', 409, 201],
  ])(
    '%s: is refused at once, and free again when it is lifted',
    async (block, orders, deposits) => {
      expect(await reconciled(service)).toMatchObject(AGREES);
      await broker({ blocks: [block], reason: SECRET });
      const profile = await profileShows('ACTIVE', /blocked/);
      expect(JSON.stringify(profile)).not.toContain('Acme');
      const [ordered, paid] = [await order(), await deposit()];
      expect([ordered.status, paid.status]).toEqual([orders, deposits]);
      expect(ordered.body).toMatchObject({
        ...{ code: 'broker_account_restricted', detail: expect.stringMatching(/blocked/) },
      });
      const { lastError } = await until(entry, (found) => found['lastError'] !== null);
      expect(lastError).toContain(block);
      expect((await operator.get(`/staff/users/${userId}`)).body).toMatchObject({
        accountAtBroker: { blocks: [block] },
      });
      await released();
      expect((await order()).status).toBe(201);
    },
  );

  it('is found by the first rejected order or deposit, if no event reports it', async () => {
    await broker({ blocks: ['trading_blocked'], silent: true });
    const { status, body } = await order();
    expect(status).toBe(201);
    const rejected = await client.until(
      `/v1/orders/${String(body['id'])}`,
      (shown) => shown['status'] === 'rejected',
    );
    expect(rejected['statusReason']).toMatch(/does not allow this for the account/);
    const history = await operator.get(`/staff/orders/${String(body['id'])}/history`);
    expect(JSON.stringify(history.body)).toContain('restricted from trading');
    await profileShows('ACTIVE', /blocked trading/);
    expect((await order()).status).toBe(409);

    await broker({ blocks: ['transfers_blocked'], silent: true });
    await profileShows('ACTIVE', /blocked transfers/);
    expect([(await order()).status, (await deposit()).status]).toEqual([201, 409]);

    await broker({ blocks: [], silent: true });
    await profileShows('ACTIVE', null);
    await noEntry();
  });

  it('at the user’s own request does not need attention', async () => {
    await broker({ blocks: ['trade_suspended_by_user'], silent: true });
    await order();
    await profileShows('ACTIVE', /own wish/);
    expect((await order()).body).toMatchObject({ code: 'broker_account_restricted' });
    expect(await entries()).toEqual([]);
    await broker({ blocks: [], silent: true });
    await profileShows('ACTIVE', null);
  });
});

describe('an account that is not active any more', () => {
  it('is in review after a change of its details, without needing attention', async () => {
    await broker({ status: 'ACCOUNT_UPDATED' });
    await profileShows('ACCOUNT_UPDATED', /reviewing/);
    for (const { status, body } of [await order(), await deposit()])
      expect([status, body['code']]).toEqual([409, 'broker_account_not_active']);
    expect(await entries()).toEqual([]);
    // The event of its end is lost, so a poll finds it.
    await broker({ status: 'ACTIVE', silent: true });
    await profileShows('ACTIVE', null);
    expect(await reconciled(service)).toMatchObject(AGREES);
  });

  it('is disabled for a reason that only operators read', async () => {
    await broker({ status: 'DISABLED', reason: SECRET });
    const profile = await profileShows('DISABLED', /disabled/);
    const { body } = await order();
    expect(body).toMatchObject({ code: 'broker_account_not_active' });
    for (const shown of [profile, body]) expect(JSON.stringify(shown)).not.toContain('Acme');
    const { id, lastError } = await until(entry, (found) => found['lastError'] !== null);
    expect(lastError).toMatch(/DISABLED\. The page of the user/);
    expect(lastError).not.toContain('Acme');
    expect((await operator.get(`/staff/users/${userId}`)).body).toMatchObject({
      ...{ accountAtBroker: { reason: SECRET }, profile: { brokerAccountStatus: 'DISABLED' } },
    });
    const seen = { id, reason: 'The broker asks the user for a letter' };
    expect((await operator.post('/staff/attention/close', seen)).status).toBe(200);
    await noEntry();
    expect((await order()).status).toBe(409);
    await released();
  });

  it('is a difference until the service has read its state', async () => {
    // A poll that was enqueued earlier may run late and read the state.
    process.kill(service.pid('worker'), 'SIGSTOP');
    await broker({ status: 'ACCOUNT_CLOSED', silent: true });
    const found = await reconciled(service);
    process.kill(service.pid('worker'), 'SIGCONT');
    expect(found).toMatchObject({ code: 1, differences: [{ kind: 'account_different' }] });
    await opsHere(service, 'attention', 'retry', '--id', `refresh-account/${userId}`);
    await profileShows('ACCOUNT_CLOSED', /closed/);
    expect(await reconciled(service)).toMatchObject(AGREES);
    expect((await order()).body['detail']).not.toMatch(/wait/i);
    await entry();
    await opsHere(service, 'user', 'close', '--user', userId, '--reason', 'Closed at the broker');
    await noEntry();
  });
});

/** Onboards the user as far as the broker allows. */
const applied = async (email: string): Promise<string> => {
  const registration = { name: 'Ada', familyName: 'Lovelace', email, countryCode: 'USA' };
  const id = String((await client.post('/v1/user', registration)).body['id']);
  const { body: session } = await client.post(`/v1/onboarding/${id}/session-token`, {});
  await service.control('POST', `/onboarding/${String(session['token'])}`, {});
  return id;
};

describe('an e-mail address that another partner’s user has at the broker', () => {
  it.each([409, 422])('cannot be used, without another reason: %i', async (status) => {
    const email = `known-${status}@users.example`;
    await service.control('POST', '/emails', { email, status });
    userId = await applied(email);
    const profile = await profileShows('SUBMISSION_FAILED', /e-mail address cannot be used/);
    expect(JSON.stringify(profile)).not.toMatch(/exist|already|somebody|another/);
    const { lastError, id } = await until(entry, (shown) => shown['lastError'] !== null);
    expect(lastError).toMatch(/not this user’s/);
    expect((await operator.get(`/staff/users/${userId}`)).body).toMatchObject({
      accountAtBroker: { reason: expect.stringMatching(/already/) },
    });
    const seen = { id, reason: 'The partner asks the user for another address' };
    expect((await operator.post('/staff/attention/close', seen)).status).toBe(200);
    await noEntry();
  });
});
