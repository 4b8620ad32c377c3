import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { ScriptedServer } from '../../../test/support/scripted-server.js';
import { FootprintIdentity } from './footprint-identity.js';
import {
  type DocumentImage,
  IdentityUnavailable,
  ImageRefused,
  PersonUnknown,
  RecordOfAnother,
} from './identity-provider.js';
import { uploadSubject } from './identity-subject.js';

let server: ScriptedServer;
let identity: FootprintIdentity;

const connect = (sessionTimeoutMs: number, timeoutMs: number) =>
  new FootprintIdentity({
    url: `${server.url}/identity`,
    secretKey: 'sk_test_CXUsbCR8j2kH6e5GeEl8eSBnQTIPCUaKpv',
    playbookKey: 'pb_test_1',
    webhookSecret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    sessionTimeoutMs,
    timeoutMs,
  });

beforeEach(async () => {
  server = await ScriptedServer.start();
  identity = connect(10_000, 10_000);
});

afterEach(async () => {
  await identity.close();
  await server.stop();
});

const wireSession = {
  token: 'obtok_1',
  link: 'https://verify.example.com/?type=user#obtok_1',
  expires_at: '2025-01-04T12:00-08:00',
};
const prefill = { firstName: 'Zoë', dateOfBirth: '1990-05-15', gender: 'F', maritalStatus: 'W' };
const image: DocumentImage = {
  documentType: 'passport',
  side: 'front',
  format: 'jpeg',
  sha256: 'c0ffee',
  bytes: Buffer.from('hello'),
};
const calls = {
  createSession: () => identity.createSession('user-1', prefill, 'request-1'),
  resolveUser: () => identity.resolveUser('user-1', 'request-1'),
  fetchResult: () => identity.fetchResult('fp_id_1', null, 'request-1'),
  fetchPerson: () => identity.fetchPerson('fp_id_1', ['id.dob'], 'request-1'),
  heldImages: () => identity.heldImages('fp_id_1', [image], 'request-1'),
  startCheck: () => identity.startCheck('fp_id_1', 'request-1'),
};

describe('every call', () => {
  describe.each(Object.entries(calls))('%s', (name, call) => {
    it('sends the key and the correlation id', async () => {
      server.answers(500);
      await call().catch(() => undefined);
      expect(server.last.headers).toMatchObject({
        authorization: 'Basic c2tfdGVzdF9DWFVzYkNSOGoya0g2ZTVHZUVsOGVTQm5RVElQQ1VhS3B2Og==',
        'x-request-id': 'request-1',
      });
    });

    it.each([
      ['a wrong key', 401, { message: 'key invalid' }],
      ['HTML', 401, '<html>'],
      ['a bad request', 400, { message: 'unknown playbook' }],
      ['a server error', 503, ''],
      ['a redirect', 302, ''],
      ['broken JSON', 200, '{"id": "fp'],
      ['another schema', 200, [{ unexpected: true }]],
    ])('is unavailable on %s', async (_, status, body) => {
      server.answers(status, body);
      await expect(call()).rejects.toThrow(IdentityUnavailable);
    });

    it('is unavailable without a response in time, or with half of one', async () => {
      const [patient, hasty] = [identity, connect(200, 400)];
      identity = hasty;
      server.on(() => undefined);
      const timeoutMs = name === 'createSession' ? 200 : 400;
      await expect(call()).rejects.toThrow(`none within ${timeoutMs} ms`);
      identity = patient;
      await hasty.close();
      server.on((_, response) => {
        response.writeHead(200, { 'content-length': 500 }).write('{"id":');
        setTimeout(() => response.destroy(), 20);
      });
      await expect(call()).rejects.toThrow(IdentityUnavailable);
    });
  });

  it('reports the reason of a rejection, without the sent data', async () => {
    server.answers(400, { message: 'unknown playbook', context: { 'id.first_name': 'Zoë' } });
    const error: unknown = await calls.createSession().catch((thrown: unknown) => thrown);
    expect(String(error)).toBe(
      'IdentityUnavailable: POST /onboarding/session returned 400: unknown playbook',
    );
  });
});

describe('a session', () => {
  it.each(['javascript:alert(1)', 'http://verify.example.com/', 'no address'])(
    'is rejected with the link %s',
    async (link) => {
      server.answers(200, { ...wireSession, link });
      await expect(calls.createSession()).rejects.toThrow(IdentityUnavailable);
    },
  );
  it.each([['a b\r\nX: y'], ['\u202e'], ['x'.repeat(501)]])(
    'is rejected with the token %j',
    async (token) => {
      server.answers(200, { ...wireSession, token });
      await expect(calls.createSession()).rejects.toThrow(IdentityUnavailable);
    },
  );
  it('belongs to our user and contains the known data', async () => {
    server.answers(200, { ...wireSession, more: 1 });
    const held = {
      ...prefill,
      lastName: 'Núñez',
      email: 'z@example.com',
      phone: '+14155550123',
      addressLine1: '1 Market St',
      addressLine2: '',
      city: 'San Francisco',
      state: 'CA',
      zipCode: '94105',
      country: 'US',
    };
    expect(await identity.createSession('user-1', held, 'request-1')).toEqual({
      token: 'obtok_1',
      link: 'https://verify.example.com/?type=user#obtok_1',
      expiresAt: new Date('2025-01-04T20:00:00Z'),
    });
    expect(server.last).toMatchObject({ method: 'POST', path: '/identity/onboarding/session' });
    expect(JSON.parse(server.last.body)).toEqual({
      kind: 'onboard',
      key: 'pb_test_1',
      user_external_id: 'user-1',
      allow_reonboard: true,
      bootstrap_data: {
        'id.dob': '05/15/1990',
        'id.first_name': 'Zoë',
        'id.last_name': 'Núñez',
        'id.email': 'z@example.com',
        'id.phone_number': '+14155550123',
        'id.address_line1': '1 Market St',
        'id.city': 'San Francisco',
        'id.state': 'CA',
        'id.zip': '94105',
        'id.country': 'US',
        'custom.gender': 'female',
        'custom.marital_status': 'widowed',
      },
    });
  });

  it('omits values that the provider would reject', async () => {
    server.answers(200, wireSession);
    await identity.createSession('user-1', { zipCode: '#1', dateOfBirth: 'May' }, 'request-1');
    expect(JSON.parse(server.last.body)).toHaveProperty('bootstrap_data', {});
  });

  it('needs a readable expiry time', async () => {
    server.answers(200, { ...wireSession, expires_at: 'soon' });
    await expect(calls.createSession()).rejects.toThrow('unreadable');
  });
});

describe('a user', () => {
  it.each(['..', 'a/b', 'x?y', ''])('is rejected with the id %j', async (id) => {
    server.answers(200, { id });
    await expect(calls.resolveUser()).rejects.toThrow('unreadable');
  });

  it('is resolved by our id, with an empty body', async () => {
    server.answers(200, { id: 'fp_id_1' });
    expect(await calls.resolveUser()).toBe('fp_id_1');
    expect(server.last).toMatchObject({ method: 'POST', path: '/identity/users', body: '' });
    expect(server.last.headers['x-external-id']).toBe('user-1');
  });
});

describe('a result', () => {
  it.each([
    ['pass', false, 'passed'],
    ['fail', false, 'failed'],
    ['pass', true, 'waiting'],
    ['fail', true, 'waiting'],
    ['pending', false, 'waiting'],
    ['incomplete', false, 'waiting'],
    ['none', undefined, 'waiting'],
    ['new_word', false, 'waiting'],
    ['toString', false, 'waiting'],
  ])('of %s with review %p is %s', async (status, requires_manual_review, expected) => {
    server.answers(200, { id: 'fp_id_1', external_id: 'user-1', status, requires_manual_review });
    expect(await calls.fetchResult()).toEqual({
      id: 'fp_id_1',
      status: expected,
      reviewRequired: requires_manual_review ?? false,
      checked: !['none', 'incomplete'].includes(status),
      providerStatus: status,
      externalId: 'user-1',
    });
    expect(server.last).toMatchObject({ method: 'GET', path: '/identity/users/fp_id_1' });
  });

  it.each<[string, object | string, boolean]>([
    ['an error of the provider', { code: 'E', message: 'no such user' }, true],
    ['an error page of a proxy', '<html>not found</html>', false],
  ])('reports an unknown person only for %s', async (_, body, isKnown) => {
    server.answers(404, body);
    const refused = await calls.fetchResult().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(IdentityUnavailable);
    expect(refused instanceof PersonUnknown).toBe(isKnown);
  });

  it('is rejected when it is too long for one person', async () => {
    server.answers(200, { status: 'pass', more: 'x'.repeat(256 * 1024) });
    await expect(calls.fetchResult()).rejects.toThrow('response too long');
  });

  const [userId, other, verificationId] = [randomUUID(), randomUUID(), randomUUID()];
  const upload = uploadSubject(userId, verificationId, 'd1');
  it.each<[string, string | null, string, string | null]>([
    ['another record', null, 'fp_id_2', userId],
    ['another user', null, 'fp_id_1', other],
    ['an id that is not ours', null, 'fp_id_1', 'somebody'],
    ['an unnamed user', null, 'fp_id_1', null],
    ['a verification of the user', null, 'fp_id_1', upload],
    ['the user, not the verification', verificationId, 'fp_id_1', userId],
    ['another verification', verificationId, 'fp_id_1', uploadSubject(userId, other, 'd1')],
  ])('is rejected when it concerns %s', async (_, asked, id, external_id) => {
    server.answers(200, { id, external_id, status: 'pass' });
    const of = { userId, verificationId: asked };
    await expect(identity.fetchResult('fp_id_1', of, 'request-1')).rejects.toThrow(RecordOfAnother);
  });
  it.each([
    ['fp_id_1', 'ada@users.example'],
    ['ada@users.example', userId],
  ])('with foreign ids does not repeat them: record %p of %p', async (id, external_id) => {
    server.answers(200, { id, external_id, status: 'pass' });
    const of = { userId, verificationId: null };
    await expect(identity.fetchResult('fp_id_1', of, 'request-1')).rejects.not.toThrow(/ada@/);
  });
  it.each<[string, string | null, string]>([
    ['the user', null, userId],
    ['an upload of the verification', verificationId, upload],
  ])('is accepted when it concerns %s', async (_, asked, external_id) => {
    server.answers(200, { id: 'fp_id_1', external_id, status: 'pass' });
    const of = { userId, verificationId: asked };
    expect(await identity.fetchResult('fp_id_1', of, 'request-1')).toMatchObject({
      status: 'passed',
    });
  });
  it('of a check must concern the requested record', async () => {
    server.answers(200, { fp_id: 'fp_id_2', status: 'pending' });
    await expect(calls.startCheck()).rejects.toThrow(RecordOfAnother);
  });

  it('may lack our user id', async () => {
    server.answers(200, { id: 'fp_id_1', status: 'pass' });
    expect(await calls.fetchResult()).toMatchObject({ externalId: null, status: 'passed' });
  });
});

describe("a person's data", () => {
  it('is requested with a reason and returned as text in our codes', async () => {
    server.answers(200, {
      'id.dob': '05/15/1990',
      'id.first_name': 'Zoë',
      'id.address_line2': null,
      'custom.gender': 'Female',
      'custom.marital_status': 'separated',
      'investor_profile.declarations': ['senior_executive'],
      'id.ssn9': '666554321',
    });
    const fields = [
      'id.dob',
      'id.first_name',
      'id.address_line2',
      'id.city',
      'custom.gender',
      'custom.marital_status',
      'investor_profile.declarations',
    ];
    expect(await identity.fetchPerson('fp_id_1', fields, 'request-1')).toEqual({
      'id.dob': '1990-05-15',
      'id.first_name': 'Zoë',
      'custom.gender': 'F',
      'custom.marital_status': 'separated',
      'investor_profile.declarations': '["senior_executive"]',
    });
    expect(server.last.path).toBe('/identity/users/fp_id_1/vault/decrypt');
    expect(JSON.parse(server.last.body)).toEqual({ fields, reason: expect.stringMatching(/\S/) });
  });
  it.each([[['Ada']], [{ first: 'Ada' }]])('is rejected with the name %j', async (name) => {
    server.answers(200, { 'id.first_name': name });
    const asked = identity.fetchPerson('fp_id_1', ['id.first_name'], 'request-1');
    await expect(asked).rejects.toThrow(
      'the provider returned more than one value for id.first_name',
    );
  });
});

describe('a record with documents', () => {
  it('accepts the known data of a person, with ISO dates', async () => {
    server.answers(200, {});
    await identity.keepPerson('fp_id_1', { ...prefill, country: 'US' }, 'request-1');
    expect(server.last).toMatchObject({ method: 'PATCH', path: '/identity/users/fp_id_1/vault' });
    expect(JSON.parse(server.last.body)).toEqual({
      'id.first_name': 'Zoë',
      'id.dob': '1990-05-15',
      'id.country': 'US',
      'custom.gender': 'female',
      'custom.marital_status': 'widowed',
    });
  });

  it('accepts an image with its marker', async () => {
    server.answers(204);
    await identity.keepImage('fp_id_1', image, 'request-1');
    expect(server.last).toMatchObject({ method: 'PATCH', path: '/identity/users/fp_id_1/vault' });
    expect(server.last.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(server.last.body)),
    });
    expect(JSON.parse(server.last.body)).toEqual({
      'document.passport.front.image': 'aGVsbG8=',
      'document.passport.front.mime_type': 'image/jpeg',
      'custom.front_sha256': 'c0ffee',
    });
  });

  it.each([400, 413, 415, 422])('may reject an image with %d', async (status) => {
    server.answers(status, { message: 'too blurred' });
    const keeping = identity.keepImage('fp_id_1', image, 'request-1');
    await expect(keeping).rejects.toThrow(ImageRefused);
    await expect(keeping).rejects.toThrow('too blurred');
  });

  it.each([400, 413, 415, 422])(
    'is unavailable for an image that a proxy rejects with %d',
    async (status) => {
      for (const body of ['<html>no</html>', '', {}]) {
        server.answers(status, body);
        const keeping = identity.keepImage('fp_id_1', image, 'request-1');
        await expect(keeping).rejects.toThrow(IdentityUnavailable);
      }
    },
  );

  it.each([401, 404, 429, 500])('is unavailable for an image with %d', async (status) => {
    server.answers(status, { message: 'later' });
    const keeping = identity.keepImage('fp_id_1', image, 'request-1');
    await expect(keeping).rejects.toThrow(IdentityUnavailable);
  });

  it('reports by markers which images it holds', async () => {
    server.answers(200, { 'custom.front_sha256': 'c0ffee', 'custom.back_sha256': null });
    const back = { ...image, side: 'back' } as const;
    const held = await identity.heldImages('fp_id_1', [image, back], 'request-1');
    expect(Array.from(held)).toEqual([['front', 'c0ffee']]);
    expect(server.last.path).toBe('/identity/users/fp_id_1/vault/decrypt');
    expect(JSON.parse(server.last.body)).toMatchObject({
      fields: ['custom.front_sha256', 'custom.back_sha256'],
    });
  });

  it('is checked once', async () => {
    server.answers(200, { fp_id: 'fp_id_1', status: 'pending', requires_manual_review: false });
    expect(await calls.startCheck()).toMatchObject({ status: 'waiting', checked: true });
    expect(server.last.path).toBe('/identity/users/fp_id_1/kyc');
    expect(JSON.parse(server.last.body)).toEqual({ key: 'pb_test_1', allow_reonboard: false });
  });
});
