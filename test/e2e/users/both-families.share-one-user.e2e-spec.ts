import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Json, PartnerClient, type Service } from '../../support/service.js';
import { sharedService } from '../../support/shared-service/shared-service.js';
import { codes, email, person, registration } from '../../support/people.js';

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

const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f-]{36}$/;

describe('a user created by POST /v1/users', () => {
  it('is returned, read by both families and listed', async () => {
    const given = person();
    const { status, body } = await client.post('/v1/users', given);
    expect(status).toBe(201);
    const shown = {
      userId: expect.stringMatching(UUID),
      email: given['email'],
      firstName: 'Ada',
      lastName: 'Lovelace',
      status: 'pending_verification',
      createdAt: expect.stringMatching(UTC),
    };
    expect(body).toEqual(shown);
    const id = String(body['userId']);
    const verificationStatus = { email: 'pending', identity: 'pending', address: 'pending' };
    expect((await client.get(`/v1/users/${id}`)).body).toEqual({ ...body, verificationStatus });
    expect((await client.get(`/v1/user/${id.toUpperCase()}`)).body).toEqual({
      id,
      partnerId: service.demo.partner.id,
      externalId: null,
      name: 'Ada',
      familyName: 'Lovelace',
      email: given['email'],
      phone: '+4915112345678',
      countryCode: 'DEU',
      dateCreated: body['createdAt'],
      dateModified: body['createdAt'],
    });
    const list = await client.until('/v1/users', ({ users }) =>
      (users as Json[]).some(({ userId }) => userId === id),
    );
    expect((list['users'] as Json[]).find(({ userId }) => userId === id)).toEqual(body);
  });

  it('is checked for its format first, with all errors at once', async () => {
    const { status, body } = await client.post('/v1/users', {
      ...person({ firstName: null, country: 1, email: 'no' }),
      lastName: undefined,
      admin: true,
    });
    expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'validation_failed' });
    expect(codes(body).sort()).toEqual([
      '/admin field_unknown',
      '/country type_invalid',
      '/firstName type_invalid',
      '/lastName field_missing',
    ]);
  });

  it('is checked for its content next, with all errors at once', async () => {
    const young = new Date(Date.now() - 17 * 365 * 86_400_000).toISOString().slice(0, 10);
    const { status, body } = await client.post('/v1/users', {
      email: 'nobody',
      firstName: '',
      lastName: 'x'.repeat(101),
      dateOfBirth: young,
      country: 'FR',
      phoneNumber: '015112345678',
    });
    expect({ status, code: body['code'] }).toEqual({ status: 422, code: 'content_unacceptable' });
    expect(codes(body).sort()).toEqual([
      '/country country_not_supported',
      '/dateOfBirth user_too_young',
      '/email email_invalid',
      '/firstName name_invalid',
      '/lastName name_invalid',
      '/phoneNumber phone_invalid',
    ]);
  });

  it.each([['DEU'], ['de'], ['FR'], ['']])('needs a listed country: not %j', async (country) =>
    expect(await client.post('/v1/users', person({ country }))).toMatchObject({
      status: 422,
      body: { code: 'country_not_supported' },
    }),
  );
});

describe('a user created by POST /v1/user', () => {
  it('is returned, found by its externalId and read by both families', async () => {
    const externalId = `x-${randomUUID()}`;
    const given = registration({ externalId });
    const { status, body } = await client.post('/v1/user', given);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(UUID),
      partnerId: service.demo.partner.id,
      ...given,
      phone: null,
      dateCreated: expect.stringMatching(UTC),
      dateModified: expect.stringMatching(UTC),
    });
    const path = `/v1/user?externalId=${encodeURIComponent(externalId)}`;
    expect(await client.get(path)).toMatchObject({ status: 200, body });
    expect(await client.get(`/v1/user/${String(body['id'])}`)).toMatchObject({
      status: 200,
      body,
    });
    expect((await client.get(`/v1/users/${String(body['id'])}`)).body).toMatchObject({
      userId: body['id'],
      firstName: 'Ada',
      status: 'pending_verification',
    });
  });

  it('is returned in its current state for a repeat, and refused for other content', async () => {
    const given = registration({ externalId: `x-${randomUUID()}` });
    const { body: first } = await client.post('/v1/user', given);
    await client.patch(`/v1/users/${String(first['id'])}`, { firstName: 'Augusta' });
    const again = await client.post('/v1/user', given);
    expect(again).toMatchObject({ status: 200, body: { id: first['id'], name: 'Augusta' } });
    for (const differing of [{ name: 'Augusta' }, { email: email() }, { countryCode: 'USA' }])
      expect(await client.post('/v1/user', { ...given, ...differing })).toMatchObject({
        status: 409,
        body: { code: 'external_id_already_exists' },
      });
  });

  it('accepts an externalId of fifty characters, and needs a listed country', async () => {
    const long = await client.post('/v1/user', registration({ externalId: '𠮷'.repeat(51) }));
    expect(long).toMatchObject({ status: 422 });
    const most = '𠮷'.repeat(50 - 36) + randomUUID();
    expect((await client.post('/v1/user', registration({ externalId: most }))).status).toBe(201);
    expect(await client.post('/v1/user', registration({ countryCode: 'FRA' }))).toMatchObject({
      status: 422,
      body: { code: 'country_not_supported' },
    });
    const countries = await client.get('/v1/onboarding/trading-countries');
    expect(countries).toMatchObject({ status: 200, body: ['ARG', 'DEU', 'JPN', 'USA'] });
  });
});

describe('a change', () => {
  it('is visible at once in both families, with its time', async () => {
    const { body: user } = await client.post('/v1/users', person());
    const path = `/v1/users/${String(user['userId'])}`;
    const change = { firstName: 'Augusta', phoneNumber: '+4915199999999' };
    const { status, body } = await client.patch(path, change);
    expect(status).toBe(200);
    const { createdAt, ...rest } = user;
    expect(body).toEqual({
      ...rest,
      firstName: 'Augusta',
      updatedAt: expect.stringMatching(UTC),
    });
    expect(String(body['updatedAt']) > String(createdAt)).toBe(true);
    expect((await client.get(path)).body).toMatchObject({ firstName: 'Augusta', createdAt });
    expect((await client.get(`/v1/user/${String(user['userId'])}`)).body).toMatchObject({
      name: 'Augusta',
      familyName: 'Lovelace',
      phone: '+4915199999999',
      dateModified: body['updatedAt'],
    });
  });

  it('is applied for each of fifty concurrent requests', async () => {
    const { body: user } = await client.post('/v1/users', person());
    const path = `/v1/users/${String(user['userId'])}`;
    const names = Array.from({ length: 50 }, (_, i) => `Ada ${i}`);
    const all = await Promise.all(names.map((firstName) => client.patch(path, { firstName })));
    expect(all.map(({ status, body }) => [status, body['firstName']])).toEqual(
      names.map((name) => [200, name]),
    );
  });

  it('without a difference keeps the time', async () => {
    const { body: user } = await client.post('/v1/users', person());
    const path = `/v1/users/${String(user['userId'])}`;
    const { status, body } = await client.patch(path, { lastName: 'Lovelace' });
    expect({ status, updatedAt: body['updatedAt'] }).toEqual({
      status: 200,
      updatedAt: user['createdAt'],
    });
  });

  it.each([
    ['empty', {}, 400, [' field_missing']],
    ['of the e-mail', { email: 'new@users.example' }, 400, ['/email field_unknown']],
    ['of the country', { country: 'US', firstName: 'A' }, 400, ['/country field_unknown']],
    ['to null', { lastName: null }, 400, ['/lastName type_invalid']],
    ['to an empty name', { lastName: '' }, 422, ['/lastName name_invalid']],
    ['to no phone', { phoneNumber: '12345' }, 422, ['/phoneNumber phone_invalid']],
  ])('is refused when %s', async (_, change, status, faults) => {
    const { body: user } = await client.post('/v1/users', person());
    const answer = await client.patch(`/v1/users/${String(user['userId'])}`, change);
    expect({ status: answer.status, faults: codes(answer.body) }).toEqual({ status, faults });
  });
});

describe('a missing user', () => {
  it('is the same 404 for an unknown id, another partner’s id and an invalid id', async () => {
    const { body: user } = await other.post('/v1/user', registration({ externalId: 'theirs' }));
    const known = ({ body }: { body: Json }) => ({ ...body, requestId: '' });
    const unknown = await client.get(`/v1/users/${randomUUID()}`);
    expect(unknown).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
    for (const id of [String(user['id']), 'no-uuid'])
      for (const family of ['users', 'user'])
        expect(known(await client.get(`/v1/${family}/${id}`))).toEqual(known(unknown));
    expect(
      known(await client.patch(`/v1/users/${String(user['id'])}`, { firstName: 'Eve' })),
    ).toEqual(known(unknown));
    expect(await client.get('/v1/user?externalId=theirs')).toMatchObject({
      status: 404,
      body: { code: 'user_not_found' },
    });
  });

  it('is 400 without an externalId', async () => {
    for (const query of ['', '?externalId=', '?externalId=a&externalId=b', '?id=x'])
      expect(await client.get(`/v1/user${query}`)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
  });
});
