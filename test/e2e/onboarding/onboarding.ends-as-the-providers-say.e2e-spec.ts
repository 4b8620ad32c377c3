import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { loadConfig } from '#config/config.js';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { ledgerOf } from '../../support/ledger.js';
import { opsHere } from '../../support/ops-here.js';
import { type Json, PartnerClient, type Service, call } from '../../support/service.js';
import { leasedService } from '../../support/shared-service/shared-service.js';
import { StaffClient } from '../../support/staff-client.js';

const TAX_ID = '219099999';

let service: Service;
let client: PartnerClient;

beforeAll(async () => {
  service = await leasedService();
  client = await PartnerClient.logIn(service);
});

afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

const registered = async (familyName: string): Promise<string> => {
  const email = `${randomUUID()}@users.example`;
  const user = { name: 'Ada', familyName, email, countryCode: 'USA' };
  return String((await client.post('/v1/user', user)).body['id']);
};
const session = (userId: string, held: Json = {}) =>
  client.post(`/v1/onboarding/${userId}/session-token`, held);
const complete = async (userId: string, done: Json = {}, held: Json = {}) => {
  const { status, body } = await session(userId, held);
  expect(status).toBe(201);
  return service.control('POST', `/onboarding/${String(body['token'])}`, done);
};
const profilePath = (userId: string) => `/v1/onboarding/${userId}/trader-profile`;
const account = (userId: string, ...wanted: string[]) =>
  client.until(profilePath(userId), ({ brokerAccountStatus }) =>
    wanted.includes(String(brokerAccountStatus)),
  );
const verification = async (userId: string) =>
  (await client.get(`/v1/users/${userId}`)).body['verificationStatus'];
let operator: StaffClient | undefined;
const waitingNow = async () => {
  operator ??= await StaffClient.ofDemo(service, 'operator');
  return (await operator.get('/staff/waiting-users')).body['waiting'] as Json[];
};
const accountsOf = async (userId: string) => {
  const { accounts } = await ledgerOf(service);
  return accounts.filter(({ externalId }) => externalId === userId);
};

describe('the session', () => {
  it('passes the partner’s data to the provider in its format', async () => {
    const userId = await registered('Lovelace');
    const held = {
      ...{ dateOfBirth: '1985-02-28', gender: 'X', maritalStatus: 'W', state: 'NY' },
      ...{ city: 'Albany', addressLine1: '1 State Street', addressLine2: '', zipCode: '12207' },
    };
    const { body: done } = await complete(userId, {}, held);
    const path = `/identity/users/${String(done['userId'])}/vault/decrypt`;
    const authorization = `Basic ${Buffer.from('sk_test_demo:').toString('base64')}`;
    const fields = ['id.dob', 'id.state', 'id.city', 'id.address_line1', 'id.zip', 'id.country'];
    const words = ['custom.gender', 'custom.marital_status', 'id.first_name', 'id.address_line2'];
    const { body: vault } = await call(service.sandbox, 'POST', path, {
      headers: { authorization },
      body: { fields: [...fields, ...words], reason: 'a test' },
    });
    expect(vault).toMatchObject({
      ...{ 'id.dob': '1985-02-28', 'id.state': 'NY', 'id.city': 'Albany', 'id.zip': '12207' },
      ...{ 'id.address_line1': '1 State Street', 'id.country': 'US', 'id.first_name': 'Ada' },
      ...{ 'custom.gender': 'non_binary', 'custom.marital_status': 'widowed' },
      'id.address_line2': null,
    });
    expect(await account(userId, 'ACTIVE')).toMatchObject({
      ...{ gender: 'X', maritalStatus: 'W', state: 'NY', stateName: 'New York', city: 'Albany' },
      ...{ dateOfBirth: '1985-02-28T00:00:00', residentialAddress: '1 State Street' },
    });
  });

  it('treats missing and empty fields as unknown', async () => {
    const userId = await registered('Lovelace');
    const empty = { dateOfBirth: '', gender: '', maritalStatus: '', state: '', city: '' };
    const more = { addressLine1: '', addressLine2: '', zipCode: '' };
    for (const held of [{}, { ...empty, ...more }]) {
      const { status, body } = await session(userId, held);
      expect(status).toBe(201);
      expect(body).toEqual({
        token: expect.any(String),
        link: expect.stringMatching(/^http/),
        expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
      });
    }
  });

  it.each([
    ['dateOfBirth', '1990-02-30', 'date_invalid'],
    ['dateOfBirth', '15.05.1990', 'date_invalid'],
    ['dateOfBirth', '1066-10-14', 'date_invalid'],
    ['dateOfBirth', `${new Date().getUTCFullYear() - 16}-01-01`, 'user_too_young'],
    ['gender', 'female', 'gender_invalid'],
    ['maritalStatus', 'm', 'marital_status_invalid'],
    ['state', 'x'.repeat(51), 'length_invalid'],
    ['city', 'x'.repeat(256), 'length_invalid'],
    ['addressLine1', '   ', 'length_invalid'],
    ['addressLine2', 'x'.repeat(256), 'length_invalid'],
    ['zipCode', '94105#', 'zip_code_invalid'],
  ])('refuses %s %j: %s', async (field, value, code) => {
    const userId = await registered('Lovelace');
    expect(await session(userId, { [field]: value })).toMatchObject({
      status: 422,
      body: { code, errors: [{ pointer: `/${field}`, code }] },
    });
  });

  it('names all errors at once, format before content', async () => {
    const userId = await registered('Lovelace');
    const { body } = await session(userId, { gender: 'y', zipCode: '#', dateOfBirth: 'x' });
    expect((body['errors'] as Json[]).map(({ pointer }) => pointer).sort()).toEqual([
      ...['/dateOfBirth', '/gender', '/zipCode'],
    ]);
    expect(await session(userId, { gender: null, zipCode: '#' })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ pointer: '/gender' }] },
    });
    expect(await session(randomUUID())).toMatchObject({ body: { code: 'user_not_found' } });
  });

  it('is 503 when the provider hangs, and is not recorded', async () => {
    const userId = await registered('Lovelace');
    await service.fault('identity', 'POST /onboarding/session', 'hang');
    const { status, body, headers } = await session(userId);
    expect([status, body['code']]).toEqual([503, 'identity_provider_unavailable']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const { stdout } = await opsHere(
      service,
      'events',
      '--stream',
      `onboarding-${userId}`,
      '--json',
    );
    expect(stdout).not.toContain('OnboardingSessionIssued');
  });
});

describe('a passed check', () => {
  it('activates the user, opens the account, and shows the complete profile', async () => {
    const userId = await registered('Lovelace');
    expect(await client.get(profilePath(userId))).toMatchObject({
      status: 404,
      body: { code: 'trader_profile_not_found' },
    });
    await complete(userId, { person: { 'id.ssn9': TAX_ID } });
    const profile = await account(userId, 'ACTIVE');
    expect(profile).toMatchObject({
      ...{ userId, taxID: '*****9999', brokerAccountNumber: expect.stringMatching(/^\d+$/) },
      ...{ statusReason: null, legalFirstName: 'Ada', countryName: 'United States of America' },
      ...{ annualHouseholdIncomeRange: '50K_100K', accountFundingSource: 'EMPLOYMENT_INCOME' },
    });
    expect((await client.get(`/v1/users/${userId}`)).body).toMatchObject({
      ...{ status: 'active', verificationStatus: { identity: 'verified', email: 'verified' } },
    });
    expect(await session(userId)).toMatchObject({
      status: 409,
      body: { code: 'onboarding_completed' },
    });
    const { partner } = service.demo;
    const show = (yesOrNo: string) =>
      opsHere(service, 'partner', 'configure', '--partner', partner.id, '--show-tax-id', yesOrNo);
    await show('yes');
    const open = await client.until(profilePath(userId), ({ taxID }) => taxID === TAX_ID);
    expect(open['taxID']).toBe(TAX_ID);
    await show('no');
  });

  it('does not store the tax id in plaintext', () => {
    const files = readdirSync(service.dataDir, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /\.(db|db-wal|log|aof|rdb)$/.test(name) && !name.startsWith('sandbox'),
    );
    expect(files.length).toBeGreaterThan(0);
    for (const name of files)
      expect(readFileSync(join(service.dataDir, name)).includes(TAX_ID)).toBe(false);
  });

  it('is found without the notification, half a minute after the session', async () => {
    const userId = await registered('Lovelace');
    await service.fault('identity', 'EVENT webhook', 'drop');
    await complete(userId);
    expect(await account(userId, 'ACTIVE')).toMatchObject({ brokerAccountStatus: 'ACTIVE' });
    expect(await accountsOf(userId)).toHaveLength(1);
  });

  it('opens one account for a notification that arrives five times', async () => {
    const userId = await registered('Lovelace');
    await service.fault('identity', 'EVENT webhook', 'duplicate:5');
    await complete(userId);
    await account(userId, 'ACTIVE');
    expect(await accountsOf(userId)).toHaveLength(1);
  });
});

describe('other results', () => {
  it('fail, and a later session passes', async () => {
    const userId = await registered('McFail');
    await complete(userId);
    await client.until(
      `/v1/users/${userId}`,
      ({ verificationStatus }) => (verificationStatus as Json)['identity'] === 'rejected',
    );
    expect((await client.get(profilePath(userId))).status).toBe(404);
    await complete(userId, { outcome: 'pass' });
    await account(userId, 'ACTIVE');
    expect(await verification(userId)).toMatchObject({ identity: 'verified' });
  });

  it('wait for a reviewer', async () => {
    const userId = await registered('Review');
    await complete(userId);
    const events = async () =>
      (await opsHere(service, 'events', '--stream', `onboarding-${userId}`, '--json')).stdout;
    const deadline = Date.now() + BACKSTOP_MS;
    while (!(await events()).includes('OnboardingReviewAwaited') && Date.now() < deadline)
      await sleep(200);
    expect(await verification(userId)).toMatchObject({ identity: 'pending' });
    expect((await client.get(profilePath(userId))).status).toBe(404);
    await service.control('POST', `/identity/${userId}`, { outcome: 'pass' });
    expect(await account(userId, 'ACTIVE')).toMatchObject({ brokerAccountStatus: 'ACTIVE' });
  });

  it.each([
    ['Action', 'ACTION_REQUIRED', /document/],
    ['Reject', 'REJECTED', /could not be verified/],
  ])('show the broker’s status: %s', async (familyName, status, reason) => {
    const userId = await registered(familyName);
    await complete(userId);
    expect(await account(userId, status)).toMatchObject({
      ...{ brokerAccountStatus: status, statusReason: expect.stringMatching(reason) },
      brokerAccountNumber: '',
    });
    const deposit = { userId, direction: 'DEPOSIT', amount: '1.00', externalId: userId };
    expect(await client.post('/v1/funding', deposit)).toMatchObject({
      status: 409,
      body: { code: 'broker_account_not_active' },
    });
  });

  it('hold the application with a reason, and another session corrects it', async () => {
    const userId = await registered('Lovelace');
    await complete(userId, { person: { 'id.address_line1': 'P.O. Box 12' } });
    const isHeld = ({ statusReason }: Json) => typeof statusReason === 'string';
    expect(await client.until(profilePath(userId), isHeld)).toMatchObject({
      ...{ brokerAccountStatus: 'PENDING', brokerAccountNumber: '' },
      statusReason: expect.stringMatching(/street address .*P\.O\. box/),
    });
    expect(await accountsOf(userId)).toEqual([]);
    const waiting = {
      ...{ userId, partnerId: service.demo.partner.id, need: 'application_held' },
      needs: expect.stringMatching(/^Another onboarding session, with: street address/),
    };
    while ((await waitingNow()).every((each) => each['userId'] !== userId)) await sleep(100);
    expect(await waitingNow()).toContainEqual(expect.objectContaining(waiting));
    const { stdout } = await opsHere(service, 'user', 'waiting', '--json');
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining(waiting));
    await complete(userId, { person: { 'id.address_line1': '12 Market Street' } });
    expect(await account(userId, 'ACTIVE')).toMatchObject({
      ...{ residentialAddress: '12 Market Street', statusReason: null },
    });
    expect(await accountsOf(userId)).toHaveLength(1);
    while ((await waitingNow()).some((each) => each['userId'] === userId)) await sleep(100);
  });
});

describe('a watch-list hit after the pass', () => {
  it('is visible to operators and hidden from the partner', async () => {
    const userId = await registered('Lovelace');
    await complete(userId);
    await account(userId, 'ACTIVE');
    const read = async () =>
      JSON.stringify([
        (await client.get(`/v1/users/${userId}`)).body,
        (await client.get(`/v1/user/${userId}`)).body,
        (await client.get(profilePath(userId))).body,
      ]);
    const before = await read();
    const operator = await StaffClient.ofDemo(service, 'operator');
    const id = `review-watch-list-hit/${userId}`;
    const first = async () =>
      ((await operator.get('/staff/attention')).body['entries'] as Json[]).at(0);
    const isListed = async () => (await first())?.['id'] === id;
    const until = async (listed: boolean) => {
      while ((await isListed()) !== listed) await sleep(100);
    };
    const shown = async () =>
      (await operator.get(`/staff/users/${userId}`)).body['watchListHitSince'];

    await service.control('POST', `/watch-list/${userId}`, { status: 'pass' });
    expect(await shown()).toBeNull();
    await service.control('POST', `/watch-list/${userId}`, {});
    await until(true);
    expect(await first()).toMatchObject({ urgent: true, userId, closing: { possible: true } });
    expect(await shown()).toEqual(expect.any(String));
    expect(await read()).toBe(before);
    const deposit = { userId, direction: 'DEPOSIT', amount: '1.00', externalId: userId };
    expect((await client.post('/v1/funding', deposit)).status).toBe(201);

    const reason = 'Compared with the list';
    await operator.post(`/staff/users/${userId}/suspend`, { reason });
    await until(false);
    await operator.post(`/staff/users/${userId}/reinstate`, { reason });
    await until(true);
    await opsHere(service, 'attention', 'close', '--id', id, '--reason', reason);
    await until(false);
    expect(await shown()).toBeNull();
  });
});

describe('a notification that names another person’s record', () => {
  it('verifies no user, and the user’s own record still does', async () => {
    const max = await registered('Planck');
    const { body: done } = await complete(max);
    await account(max, 'ACTIVE');
    const vera = await registered('Rubin');
    const { body: opened } = await session(vera);
    const hint = { event_kind: 'footprint.onboarding.completed', fp_id: done['userId'] };
    expect(await deliver(signed({ ...hint, external_id: vera, status: 'pass' }))).toMatchObject({
      status: 200,
    });
    const operator = await StaffClient.ofDemo(service, 'operator');
    const entry = async () => {
      const { entries } = (await operator.get('/staff/attention')).body;
      return (entries as Json[]).find(({ id }) => id === `check-onboarding/${vera}`);
    };
    while ((await entry()) === undefined) await sleep(100);
    expect(await entry()).toMatchObject({
      lastError: expect.stringMatching(
        `asked about ${vera}, but the provider returned a record of ${max}`,
      ),
    });
    expect(await client.get(`/v1/users/${vera}`)).toMatchObject({
      body: { status: 'pending_verification', verificationStatus: { identity: 'pending' } },
    });
    expect(await client.get(profilePath(vera))).toMatchObject({ status: 404 });

    await service.control('POST', `/onboarding/${String(opened['token'])}`, {});
    await account(vera, 'ACTIVE');
  });
});

const signed = (body: Json) => {
  const [at, id] = [new Date(), `msg_${randomUUID()}`];
  const { webhookSecret } = loadConfig(service.env).identity;
  return {
    body,
    headers: {
      'svix-id': id,
      'svix-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'svix-signature': new Webhook(webhookSecret).sign(id, at, JSON.stringify(body)),
    },
  };
};
const deliver = (message: { readonly headers: Record<string, string>; readonly body: Json }) =>
  call(service.api, 'POST', '/v1/webhooks/identity', message);

describe('the webhook', () => {
  const body = { event_kind: 'footprint.onboarding.completed', fp_id: 'fp_id_x' };
  it.each([
    ['nothing', {}],
    [
      'a wrong signature',
      {
        ...{ 'svix-id': 'msg_1', 'svix-timestamp': String(Math.floor(Date.now() / 1_000)) },
        'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
    ],
  ])('refuses %s', async (_, headers) =>
    expect(await deliver({ headers: headers, body })).toMatchObject({
      status: 401,
      body: { code: 'signature_invalid' },
    }),
  );
});

it('the trading countries are a sorted list', async () => {
  const { status, body } = await client.get('/v1/onboarding/trading-countries');
  const codes = body as unknown as string[];
  expect(status).toBe(200);
  expect(codes).toEqual([...codes].sort());
  expect(codes.every((code) => /^[A-Z]{3}$/.test(code))).toBe(true);
});
