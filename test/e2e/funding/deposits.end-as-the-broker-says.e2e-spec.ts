import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { configurePartner } from '../../support/configure-partner.js';
import { onboardedUser } from '../../support/onboarded-user.js';
import { type Answer, type Json, PartnerClient, type Service } from '../../support/service.js';
import { leasedService } from '../../support/shared-service/shared-service.js';
import { ledgerOf } from '../../support/ledger.js';

let service: Service;
let client: PartnerClient;
let userId: string;

beforeAll(async () => {
  service = await leasedService();
  client = await PartnerClient.logIn(service);
  userId = await onboardedUser(service, client);
});

afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

const deposit = (amount: string, externalId: string, of = userId) =>
  client.post('/v1/funding', { userId: of, direction: 'DEPOSIT', amount, externalId });
const made = async (amount: string, externalId: string, of = userId) =>
  String((await deposit(amount, externalId, of)).body['id']);
const until = (id: string, wanted: string) =>
  client.until(`/v1/funding/${id}`, ({ status }) => status === wanted);
const configure = (...options: string[]) =>
  configurePartner({ service, client, userId }, ...options);
const list = async (query = '') => {
  const { status, body } = await client.get(`/v1/funding${query}`);
  expect(status).toBe(200);
  return body as unknown as { transactions: Json[]; metadata: Json };
};
const takeBack = async (id: string) => {
  const answer = await service.control('POST', `/journals/${id}`, { outcome: 'reverse' });
  expect(answer.status).toBe(200);
};

describe('a deposit', () => {
  it('credits the amount without the fee, and the partner owes both', async () => {
    await configure('--fee-flat', '1.00', '--fee-bps', '25');
    const answer = await deposit('200.01', 'with-a-fee');
    expect(answer).toMatchObject({ status: 201, body: { status: 'pending', completedAt: null } });
    const id = String(answer.body['id']);
    expect(await until(id, 'completed')).toMatchObject({
      ...{ userId, direction: 'DEPOSIT', externalId: 'with-a-fee', statusReason: '' },
      ...{ amount: 200.01, fee: 1.5, netAmount: 198.51, partnerId: service.demo.partner.id },
      completedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    const { journals } = await ledgerOf(service);
    const mine = journals.filter(({ idempotencyKey }) => idempotencyKey === id);
    expect(mine).toMatchObject([{ amount: '198.51', status: 'executed' }]);
    await configure('--fee-flat', '0', '--fee-bps', '0');
  });

  it('that the broker rejects fails with the reason', async () => {
    const id = await made('10.13', 'rejected');
    expect(await until(id, 'failed')).toMatchObject({
      completedAt: null,
      statusReason: expect.stringMatching(/rejected/),
    });
  });

  it('that the broker reverses is reversed, and stays completed in its history', async () => {
    const id = await made('10.00', 'taken-back');
    await until(id, 'completed');
    await takeBack(id);
    expect(await until(id, 'reversed')).toMatchObject({
      completedAt: expect.any(String),
      statusReason: expect.stringMatching(/reversed the credit/),
    });
  });

  it('that is reversed without a message is found by a poll', async () => {
    await service.fault('broker', 'EVENT journals', 'drop', 20);
    const id = await made('11.00', 'taken-back-unheard');
    await until(id, 'completed');
    await takeBack(id);
    expect(await until(id, 'reversed')).toMatchObject({ status: 'reversed' });
    await service.noFaults();
  });

  it('that the pre-funded account does not cover waits for more funds', async () => {
    const { body } = await service.control('POST', '/firm-account', { add: '0.00' });
    await service.control('POST', '/firm-account', { add: `-${String(body['available'])}` });
    const id = await made('75.00', 'short');
    const waiting = await client.until(
      `/v1/funding/${id}`,
      ({ status, statusReason }) => status === 'pending' && statusReason !== '',
    );
    expect(waiting).toMatchObject({ statusReason: expect.stringMatching(/pre-funded account/) });
    await service.control('POST', '/firm-account', { add: String(body['available']) });
    expect(await until(id, 'completed')).toMatchObject({ statusReason: '' });
  });

  it('is returned again for the same externalId, and refused for other content', async () => {
    const first = await deposit('12.00', 'twice');
    const second = await deposit('12.00', 'twice');
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body['id']).toBe(first.body['id']);
    expect(await deposit('12.01', 'twice')).toMatchObject({
      status: 409,
      body: { code: 'external_id_already_exists' },
    });
  });

  it.each([
    ['', 'amount_invalid'],
    ['0', 'amount_invalid'],
    ['0.00', 'amount_invalid'],
    ['-1.00', 'amount_invalid'],
    ['+1.00', 'amount_invalid'],
    ['1.001', 'amount_invalid'],
    ['1,00', 'amount_invalid'],
    ['1e2', 'amount_invalid'],
    [' 1', 'amount_invalid'],
    ['50000.01', 'limit_exceeded'],
    ['99999999999999999999.99', 'limit_exceeded'],
  ])('of %j is refused: %s', async (amount, code) =>
    expect(await deposit(amount, 'refused')).toMatchObject({
      status: 422,
      body: { code, errors: [{ pointer: '/amount', code }] },
    }),
  );

  it('in another direction is refused', async () => {
    const body = { userId, direction: 'SIDEWAYS', amount: '1.00', externalId: 'w' };
    expect(await client.post('/v1/funding', body)).toMatchObject({
      status: 422,
      body: { code: 'direction_not_supported', errors: [{ pointer: '/direction' }] },
    });
  });

  it('of another partner is not found', async () => {
    const id = await made('12.00', 'twice');
    const other = await PartnerClient.logIn(service, service.demo.secondPartner);
    const expected = { status: 404, body: { code: 'transaction_not_found' } };
    expect(await other.get(`/v1/funding/${id}`)).toMatchObject(expected);
    expect(await other.get('/v1/funding/no-uuid')).toMatchObject(expected);
    const all = await other.get('/v1/funding');
    expect(all.body).toMatchObject({ transactions: [], metadata: { total: 0 } });
  });
});

describe('the daily limit of a user', () => {
  it('applies to fifty concurrent deposits, and a failed deposit releases its part', async () => {
    const saver = await onboardedUser(service, client);
    await configure('--daily-limit', '100.00');
    const asked = Array.from({ length: 50 }, (_, i) => deposit('3.10', `fifty-${i}`, saver));
    const answers: Answer[] = await Promise.all(asked);
    const codes = answers.map(({ status, body }) => (status === 201 ? 201 : body['code']));
    expect(codes.filter((code) => code === 201)).toHaveLength(32);
    expect(codes.filter((code) => code === 'limit_exceeded')).toHaveLength(18);
    expect(await client.listed(`/v1/funding?userId=${saver}`, 32)).toMatchObject({
      metadata: { total: 32 },
    });
    expect(await deposit('0.80', 'the-last-cents', saver)).toMatchObject({ status: 201 });
    expect(await deposit('0.01', 'one-cent-more', saver)).toMatchObject({ status: 422 });
    await configure('--daily-limit', '101.13');
    await until(await made('1.13', 'fails-and-gives-back', saver), 'failed');
    const deadline = Date.now() + BACKSTOP_MS;
    let again = await deposit('1.00', 'in-its-place', saver);
    while (again.status !== 201 && Date.now() < deadline)
      again = await deposit('1.00', 'in-its-place', saver);
    expect(again.status).toBe(201);
    await configure('--daily-limit', '250000.00');
  });
});

describe('the list of deposits', () => {
  it('supports every combination of filters, oldest first, page by page', async () => {
    const [one, two] = [await onboardedUser(service, client), await onboardedUser(service, client)];
    const amounts = ['20.00', '20.13', '21.00', '21.13', '22.00', '22.13'];
    const ids: Record<string, string[]> = { [one]: [], [two]: [] };
    for (const [i, amount] of amounts.entries())
      for (const owner of [one, two])
        ids[owner]?.push(await made(amount, `list-${owner}-${i}`, owner));
    for (const owner of [one, two])
      for (const [i, id] of (ids[owner] ?? []).entries())
        await until(id, i % 2 === 0 ? 'completed' : 'failed');
    const idsOf = ({ transactions }: Json) => (transactions as Json[]).map(({ id }) => String(id));
    const every = (nth: number) => (ids[one] ?? []).filter((_, i) => i % 2 === nth);
    expect(idsOf(await client.listed(`/v1/funding?userId=${one}`, 6))).toEqual(ids[one]);
    expect(idsOf(await client.listed(`/v1/funding?userId=${one}&status=failed`, 3))).toEqual(
      every(1),
    );
    expect(idsOf(await client.listed(`/v1/funding?status=completed&userId=${one}`, 3))).toEqual(
      every(0),
    );
    expect(await list(`?userId=${one}&status=completed&limit=1&offset=1`)).toMatchObject({
      transactions: [{ id: every(0)[1], status: 'completed' }],
      metadata: { total: 3, limit: 1, offset: 1 },
    });
    expect(await list(`?userId=${one.toUpperCase()}&status=reversed`)).toMatchObject({
      transactions: [],
      metadata: { total: 0, limit: 100, offset: 0 },
    });
    await client.listed(`/v1/funding?userId=${two}`, 6);
    const pages = [];
    for (let offset = 0; offset < 6; offset += 2)
      pages.push(...idsOf(await list(`?userId=${two}&limit=2&offset=${offset}`)));
    expect(pages).toEqual(ids[two]);
    const all = idsOf(await list('?limit=1000'));
    expect(all.filter((id) => ids[one]?.includes(id))).toEqual(ids[one]);
    const failed = await list('?status=failed');
    expect(failed.transactions.every(({ status }) => status === 'failed')).toBe(true);
  });

  it('finds by externalId at once, with any other filter', async () => {
    const id = await made('13.00', 'found & at=once');
    const query = `?externalId=${encodeURIComponent('found & at=once')}`;
    expect(await list(query)).toMatchObject({ transactions: [{ id }], metadata: { total: 1 } });
    expect(await list(`${query}&userId=${userId}`)).toMatchObject({ metadata: { total: 1 } });
    expect(await list(`${query}&status=reversed`)).toMatchObject({ metadata: { total: 0 } });
    expect(await list(`${query}&offset=1`)).toMatchObject({
      transactions: [],
      metadata: { total: 1 },
    });
    expect(await list('?externalId=never-used')).toMatchObject({ metadata: { total: 0 } });
  });

  it.each([
    ['limit=0', '/limit'],
    ['limit=1001', '/limit'],
    ['limit=ten', '/limit'],
    ['offset=-1', '/offset'],
    ['status=done', '/status'],
    ['userId=me', '/userId'],
    ['externalId=', '/externalId'],
    ['status=failed&status=completed', '/status'],
    ['color=red', '/color'],
  ])('refuses ?%s', async (query, pointer) =>
    expect(await client.get(`/v1/funding?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ pointer }] },
    }),
  );
});
