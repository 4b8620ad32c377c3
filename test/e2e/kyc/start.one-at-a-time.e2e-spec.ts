import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Answer, PartnerClient, type Service } from '../../support/service.js';
import { sharedService } from '../../support/shared-service/shared-service.js';

let service: Service;
let client: PartnerClient;
let userId: string;

beforeAll(async () => {
  service = await sharedService();
  client = await PartnerClient.logIn(service);
});

afterAll(() => service.stop());

const register = async (): Promise<string> => {
  const email = `user-${randomUUID()}@kyc.example`;
  const user = { name: 'Ada', familyName: 'Lovelace', email, countryCode: 'USA' };
  return String((await client.post('/v1/user', user)).body['id']);
};
const start = (changes: object = {}, by = client): Promise<Answer> =>
  by.post('/v1/auth/verify', {
    ...{ userId, verificationType: 'identity', documentType: 'passport', country: 'US' },
    ...changes,
  });
const problem = (status: number, code: string) => ({ status, body: { code } });

describe('starting a verification', () => {
  it('returns 201 with its times, and can be read at once', async () => {
    userId = await register();
    const { status, body } = await start();
    expect(status).toBe(201);
    const { verificationId, createdAt, expiresAt } = body;
    expect(body).toEqual({ verificationId, status: 'pending', createdAt, expiresAt });
    expect(Date.parse(String(expiresAt)) - Date.parse(String(createdAt))).toBe(600_000);
    const read = await client.get(`/v1/auth/verify/${String(verificationId)}`);
    expect(read.body).toEqual({
      ...{ verificationId, status: 'pending', documentType: 'passport' },
      ...{ updatedAt: createdAt, expiresAt },
    });
  });

  it('accepts one of fifty concurrent requests for each type', async () => {
    userId = await register();
    const address = { verificationType: 'address', documentType: 'bank_statement' };
    const wanted = [...Array.from({ length: 50 }, () => ({})), address, address];
    const answers = await Promise.all(wanted.map((changes) => start(changes)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(2);
    for (const answer of answers)
      if (answer.status !== 201)
        expect(answer).toMatchObject(problem(409, 'verification_in_progress'));
  });

  it('returns the first response for a repeat under its Idempotency-Key', async () => {
    userId = await register();
    const body = { userId, verificationType: 'identity', documentType: 'passport', country: 'US' };
    const send = () => client.post('/v1/auth/verify', body, { 'idempotency-key': userId });
    const first = await send();
    expect(first.status).toBe(201);
    const { status, body: again, headers } = await send();
    expect({ status, body: again }).toEqual({ status: 201, body: first.body });
    expect(headers.get('idempotent-replayed')).toBe('true');
  });

  it.each([
    ['an unknown user', { userId: randomUUID() }],
    ['no UUID', { userId: 'x' }],
    ['nobody', { userId: '' }],
  ])('finds no user for %s', async (_, changes) => {
    expect(await start(changes)).toMatchObject(problem(404, 'user_not_found'));
  });

  it('finds no user and no verification of another partner', async () => {
    userId = await register();
    const other = await PartnerClient.logIn(service, service.demo.secondPartner);
    expect(await start({}, other)).toMatchObject(problem(404, 'user_not_found'));
    const { body } = await start();
    const mine = `/v1/auth/verify/${String(body['verificationId'])}`;
    const hidden = await other.get(mine);
    const missing = await other.get(`/v1/auth/verify/${randomUUID()}`);
    expect(hidden).toMatchObject(problem(404, 'verification_not_found'));
    expect({ ...hidden.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
    expect(await client.get('/v1/auth/verify/x')).toMatchObject(
      problem(404, 'verification_not_found'),
    );
  });

  it.each([
    ['/documentType', { verificationType: 'address' }],
    ['/documentType', { documentType: 'library_card' }],
    ['/verificationType', { verificationType: 'age' }],
    ['/country', { country: 'USA' }],
    ['/country', { country: 'us' }],
    ['/country', { country: 'XX' }],
  ])('does not accept %s of %j', async (pointer, changes) => {
    expect(await start(changes)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer }] },
    });
  });

  it('names every error of the format', async () => {
    const { status, body } = await start({ country: null, documentType: undefined, more: 1 });
    expect(status).toBe(400);
    const pointers = (body['errors'] as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(pointers.sort()).toEqual(['/country', '/documentType', '/more']);
  });
});
