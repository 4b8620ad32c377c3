import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { configurePartner } from '../../support/configure-partner.js';
import { accountOfUser, ledgerOf } from '../../support/ledger.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import { type Json, PartnerClient, type Service } from '../../support/service.js';
import { leasedService } from '../../support/shared-service/shared-service.js';
import { codeOf, steadyStep, untilStep, wrongCodes } from '../../support/totp.js';

let service: Service;
let client: PartnerClient;
let userId: string;

beforeAll(async () => {
  service = await leasedService();
  client = await PartnerClient.logIn(service);
  userId = await onboardedUser(service, client);
});

afterEach(() => service.noFaults());
afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

type Asked = { readonly of?: string; readonly code?: string; readonly externalId?: string };
const ask = (direction: string, amount: string, asked: Asked = {}) => {
  const { of = userId, externalId = randomUUID(), ...code } = asked;
  return client.post('/v1/funding', { userId: of, direction, amount, externalId, ...code });
};
const withdraw = (amount: string, asked: Asked = {}) => ask('WITHDRAWAL', amount, asked);
const until = (id: string, wanted: string) =>
  client.until(`/v1/funding/${id}`, ({ status }) => status === wanted);
const made = async (direction: string, amount: string, status: string, of = userId) => {
  const { body } = await ask(direction, amount, { of });
  const id = String(body['id']);
  return { id, shown: await until(id, status) };
};
const configure = (...options: string[]) =>
  configurePartner({ service, client, userId }, ...options);
const happens = (journal: string, what: Json) =>
  service.control('POST', `/journals/${journal}`, what);
const cash = async (of = userId) =>
  (await ledgerOf(service)).balances[await accountOfUser(service, of)];
/** Creates a user with this cash. */
const holder = async (amount: string): Promise<string> => {
  const of = await onboardedUser(service, client);
  await made('DEPOSIT', amount, 'completed', of);
  return of;
};
const refused = (status: number, code: string, pointer?: string) => ({
  status,
  body: { code, ...(pointer === undefined ? {} : { errors: [{ pointer, code }] }) },
});

it('a withdrawal is refused until the terms enable it', async () => {
  await made('DEPOSIT', '500.00', 'completed');
  const expected = refused(422, 'direction_not_supported', '/direction');
  expect(await withdraw('1.00')).toMatchObject(expected);
  await configure('--withdrawals', 'enabled');
});

describe('a withdrawal', () => {
  it('is debited with its amount, and the partner pays the amount less the fee', async () => {
    await configure('--withdrawal-fee-flat', '1.00', '--withdrawal-fee-bps', '25');
    const before = await cash();
    const answer = await withdraw('200.01', { externalId: 'with-a-fee' });
    expect(answer).toMatchObject({ status: 201, body: { status: 'pending', completedAt: null } });
    const id = String(answer.body['id']);
    expect(await until(id, 'completed')).toMatchObject({
      ...{ userId, direction: 'WITHDRAWAL', externalId: 'with-a-fee', statusReason: '' },
      ...{ amount: 200.01, fee: 1.5, netAmount: 198.51 },
      completedAt: expect.stringMatching(/Z$/),
    });
    const { journals } = await ledgerOf(service);
    const mine = journals.filter(({ idempotencyKey }) => idempotencyKey === id);
    expect(mine).toMatchObject([{ amount: '200.01', status: 'executed' }]);
    expect([before, await cash()]).toEqual(['500.00', '299.99']);
    await configure('--withdrawal-fee-flat', '0', '--withdrawal-fee-bps', '0');
  });

  it('is returned again for the same externalId, and refused for other content', async () => {
    const externalId = randomUUID();
    const first = await withdraw('2.00', { externalId });
    const second = await withdraw('2.00', { externalId });
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body['id']).toBe(first.body['id']);
    const expected = refused(409, 'external_id_already_exists');
    expect(await withdraw('2.01', { externalId })).toMatchObject(expected);
    expect(await ask('DEPOSIT', '2.00', { externalId })).toMatchObject(expected);
    await until(String(first.body['id']), 'completed');
  });

  it('that the broker rejects fails, and its cash is free again', async () => {
    const of = await holder('11.00');
    const { shown } = await made('WITHDRAWAL', '10.13', 'failed', of);
    expect(shown).toMatchObject({
      completedAt: null,
      statusReason: expect.stringMatching(/rejected/),
    });
    await made('WITHDRAWAL', '11.00', 'completed', of);
    expect(await cash(of)).toBe('0.00');
  });

  it.each(['reverse', 'mirror'])('that the broker reverses is reversed: %s', async (outcome) => {
    const of = await holder('30.00');
    const { id } = await made('WITHDRAWAL', '30.00', 'completed', of);
    await happens(id, { outcome });
    expect(await until(id, 'reversed')).toMatchObject({
      statusReason: 'The broker reversed the withdrawal: the user has the money',
    });
    expect(await cash(of)).toBe('30.00');
    expect(await reconciled(service)).toMatchObject(AGREES);
  });

  it('that is reversed without a message is found by a poll', async () => {
    const of = await holder('31.00');
    await service.fault('broker', 'EVENT journals', 'drop', 20);
    const { id } = await made('WITHDRAWAL', '31.00', 'completed', of);
    await happens(id, { outcome: 'reverse' });
    expect(await until(id, 'reversed')).toMatchObject({ status: 'reversed' });
  });

  it('that is corrected shows the rest', async () => {
    const of = await holder('40.00');
    const { id } = await made('WITHDRAWAL', '40.00', 'completed', of);
    await happens(id, { outcome: 'correct', amount: '25.00' });
    const reason = ({ statusReason }: Json) => statusReason !== '';
    expect(await client.until(`/v1/funding/${id}`, reason)).toMatchObject({
      status: 'completed',
      statusReason: 'The broker changed the withdrawal: 25.00 of it left the account',
    });
    expect(await cash(of)).toBe('15.00');
  });

  it('between a deposit and its mirror journal stays completed', async () => {
    const of = await onboardedUser(service, client);
    const { id: deposit } = await made('DEPOSIT', '50.00', 'completed', of);
    const { id: kept } = await made('DEPOSIT', '60.00', 'completed', of);
    const { id: first } = await made('WITHDRAWAL', '50.00', 'completed', of);
    await happens(deposit, { outcome: 'mirror', description: `Reversal of ${deposit}` });
    await until(deposit, 'reversed');
    const { id: second } = await made('WITHDRAWAL', '10.00', 'completed', of);
    const statuses = [];
    for (const id of [kept, first, second])
      statuses.push((await client.get(`/v1/funding/${id}`)).body['status']);
    expect(statuses).toEqual(['completed', 'completed', 'completed']);
    expect(await cash(of)).toBe('0.00');
    expect(await reconciled(service)).toMatchObject(AGREES);
  });

  it('cannot be canceled after its end, and a deposit cannot be canceled', async () => {
    const { id: deposit } = await made('DEPOSIT', '1.00', 'completed');
    const { id } = await made('WITHDRAWAL', '1.00', 'completed');
    expect(await client.delete(`/v1/funding/${id}`)).toMatchObject(
      refused(409, 'transaction_final'),
    );
    expect(await client.delete(`/v1/funding/${deposit}`)).toMatchObject(
      refused(409, 'transaction_not_cancelable'),
    );
    const other = await PartnerClient.logIn(service, service.demo.secondPartner);
    const unknown = refused(404, 'transaction_not_found');
    expect(await other.delete(`/v1/funding/${id}`)).toMatchObject(unknown);
    expect(await client.delete('/v1/funding/no-uuid')).toMatchObject(unknown);
  });
});

describe('the cash of a user', () => {
  it('is never exceeded by fifty concurrent withdrawals', async () => {
    const of = await holder('100.00');
    const asked = await Promise.all(Array.from({ length: 50 }, () => withdraw('3.00', { of })));
    const codes = asked.map(({ status, body }) => (status === 201 ? 201 : body['code']));
    const accepted = codes.filter((code) => code === 201).length;
    // An executed withdrawal counts twice until it is settled.
    expect(accepted).toBeLessThanOrEqual(33);
    expect(accepted).toBeGreaterThan(0);
    expect(codes.filter((code) => code === 'insufficient_withdrawable_cash')).toHaveLength(
      50 - accepted,
    );
    for (const { status, body } of asked)
      if (status === 201) await until(String(body['id']), 'completed');
    const rest = 100 - 3 * accepted;
    expect(await cash(of)).toBe(`${rest}.00`);
    const left = await withdraw(`${rest}.01`, { of });
    expect(left).toMatchObject(refused(422, 'insufficient_withdrawable_cash', '/amount'));
    expect(left.body['detail']).toContain(`at most ${rest}.00`);
  });

  it('is unknown while the broker is unavailable, so requests get 503 and are not recorded', async () => {
    const externalId = randomUUID();
    const path = `GET /v1/trading/accounts/${await accountOfUser(service, userId)}/account`;
    await service.fault('broker', path, 'status:500');
    const answer = await withdraw('1.00', { externalId });
    expect(answer).toMatchObject(refused(503, 'provider_unavailable'));
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(await client.get(`/v1/funding?externalId=${externalId}`)).toMatchObject({
      body: { metadata: { total: 0 } },
    });
    expect(await withdraw('1.00', { externalId })).toMatchObject({ status: 201 });
  });

  it('of a restricted account cannot be withdrawn', async () => {
    const of = await holder('10.00');
    const id = await accountOfUser(service, of);
    await service.control('POST', `/accounts/${id}`, {
      blocks: ['transfers_blocked'],
      silent: true,
    });
    const expected = refused(409, 'broker_account_restricted');
    expect(await withdraw('1.00', { of })).toMatchObject(expected);
  });
});

describe('the limits of withdrawals', () => {
  it('apply to one withdrawal and to a day, separately from deposits', async () => {
    const of = await holder('100.00');
    await configure('--withdrawal-limit', '30.00', '--withdrawal-daily-limit', '50.00');
    const expected = refused(422, 'limit_exceeded', '/amount');
    expect(await withdraw('30.01', { of })).toMatchObject(expected);
    await made('WITHDRAWAL', '30.00', 'completed', of);
    expect(await withdraw('20.01', { of })).toMatchObject(expected);
    await made('WITHDRAWAL', '20.00', 'completed', of);
    await configure('--withdrawal-limit', '50000.00', '--withdrawal-daily-limit', '250000.00');
  });
});

describe('a one-time code', () => {
  it('is required by the terms and counts once', async () => {
    const of = await holder('50.00');
    await configure('--withdrawal-two-factor', 'required');
    expect(await withdraw('1.00', { of })).toMatchObject(refused(409, 'two_factor_not_enabled'));
    const enable = { userId: of, type: 'authenticator' };
    const { body } = await client.post('/v1/auth/2fa/enable', enable);
    const secret = String(body['secret']);
    const required = refused(422, 'two_factor_code_required', '/code');
    expect(await withdraw('1.00', { of })).toMatchObject(required);
    const step = await steadyStep();
    const [wrong = ''] = wrongCodes(secret, step, 1);
    const invalid = refused(422, 'two_factor_code_invalid', '/code');
    expect(await withdraw('1.00', { of, code: wrong })).toMatchObject(invalid);
    expect(await withdraw('1.00', { of, code: '12345' })).toMatchObject(invalid);
    const code = codeOf(secret, step);
    expect(await withdraw('1.00', { of, code })).toMatchObject({ status: 201 });
    expect(await withdraw('1.00', { of, code })).toMatchObject(invalid);
    await untilStep(step + 1);
    const next = codeOf(secret, step + 1);
    expect(await withdraw('1.00', { of, code: next })).toMatchObject({ status: 201 });
    await configure('--withdrawal-two-factor', 'optional');
    expect(await withdraw('1.00', { of })).toMatchObject({ status: 201 });
    expect(await withdraw('1.00', { of, code: wrong })).toMatchObject(invalid);
  });
});

it('the list shows the transactions of one direction', async () => {
  const of = await holder('5.00');
  const { id } = await made('WITHDRAWAL', '5.00', 'completed', of);
  const listed = await client.listed(`/v1/funding?userId=${of}&direction=WITHDRAWAL`, 1);
  expect(listed).toMatchObject({ transactions: [{ id, direction: 'WITHDRAWAL' }] });
  const deposits = await client.listed(`/v1/funding?userId=${of}&direction=DEPOSIT`, 1);
  expect(deposits).toMatchObject({ transactions: [{ direction: 'DEPOSIT' }] });
  expect(await client.get('/v1/funding?direction=withdrawal')).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: '/direction' }] },
  });
});

it('the broker’s ledger agrees', async () => {
  const { differences } = await reconciled(service);
  // An earlier test restricted an account.
  expect(differences.filter(({ kind }) => kind !== 'account_different')).toEqual([]);
});
