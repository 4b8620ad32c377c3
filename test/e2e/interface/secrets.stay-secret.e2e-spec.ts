import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { secretsIn } from '../../support/secrets/search.js';
import { Secrets } from '../../support/secrets/secrets.js';
import { jpeg, png } from '../../support/images.js';
import { PartnerClient, Service, call } from '../../support/service.js';
import { codeOf, steadyStep } from '../../support/totp.js';

const TAX_ID = '512837465';
const WRONG_PASSWORD = 'a guess that is wrong 7731';
const TYPED_TWICE = 'typed-into-the-wrong-field-4410';

let service: Service;
let client: PartnerClient;
let userId: string;

beforeAll(async () => {
  service = await Service.start();
  client = await PartnerClient.logIn(service);
});

afterAll(() => service.stop());

const logIn = async (raw: string) => {
  const headers = {
    'api-key': service.demo.secondPartner.apiKey,
    'content-type': 'application/json',
  };
  return (await call(service.api, 'POST', '/v1/auth/login', { raw, headers })).status;
};

describe('passwords, keys, tokens, codes, tax ids and images', () => {
  it('are part of every kind of request', async () => {
    const { email } = service.demo.secondPartner;
    service.secrets.add('a wrong password', WRONG_PASSWORD);
    service.secrets.add('a misplaced password', TYPED_TWICE);
    expect(await logIn(JSON.stringify({ email, password: WRONG_PASSWORD }))).toBe(401);
    expect(await logIn(`{"email":"${email}","password":"${TYPED_TWICE}"`)).toBe(400);
    expect(await logIn(JSON.stringify({ email, password: 1, passwort: TYPED_TWICE }))).toBe(400);
    expect(await logIn(JSON.stringify({ email: TYPED_TWICE, password: 'x' }))).toBe(404);

    const family = { name: 'Ada', familyName: 'Lovelace', countryCode: 'USA' };
    const registration = { ...family, email: `${randomUUID()}@users.example` };
    userId = String((await client.post('/v1/user', registration)).body['id']);
    const { body: factor } = await client.post('/v1/auth/2fa/enable', {
      userId,
      type: 'authenticator',
    });
    const code = codeOf(String(factor['secret']), await steadyStep());
    const verified = await client.post('/v1/auth/2fa/verify', { userId, code });
    expect(verified.body).toMatchObject({ verified: true });

    const { body: session } = await client.post(`/v1/onboarding/${userId}/session-token`, {});
    await service.control('POST', `/onboarding/${String(session['token'])}`, {
      person: { 'id.ssn9': TAX_ID },
    });
    const profile = await client.until(
      `/v1/onboarding/${userId}/trader-profile`,
      ({ brokerAccountStatus }) => brokerAccountStatus === 'ACTIVE',
    );
    expect(String(profile['taxID']).endsWith(TAX_ID.slice(-4))).toBe(true);
    expect(profile['taxID']).not.toContain(TAX_ID.slice(0, 5));

    const proof = { userId, verificationType: 'address', documentType: 'utility_bill' };
    const { body: started } = await client.post('/v1/auth/verify', { ...proof, country: 'US' });
    const documents = `/v1/auth/verify/${String(started['verificationId'])}/documents`;
    const files = [png({ bytes: 90_000 }), jpeg({ bytes: 90_000 })].map((image, i) => ({
      type: ['front', 'back'][i],
      content: image.toString('base64'),
    }));
    const uploaded = await client.post(documents, { documentType: 'utility_bill', files });
    expect(uploaded.status).toBe(200);

    const { stdout } = await service.ops(
      'key',
      'create',
      '--json',
      '--partner',
      service.demo.partner.id,
    );
    service.secrets.collect(JSON.parse(stdout));
  });

  it('are missing from logs, events, jobs and read models', async () => {
    expect(service.secrets.size).toBeGreaterThan(12);
    expect(secretsIn(await service.places(), service.secrets)).toEqual([]);
  });

  it('would be found, as public values are found in events, read models and queues', async () => {
    const known = new Secrets();
    known.add('the user', userId);
    const found = secretsIn(await service.places(), known).join('\n');
    for (const place of [
      'events.db',
      'event Us',
      'logs/',
      'redis/',
      'Redis {bull-',
      'read-models.db',
    ])
      expect(found).toContain(`in ${place}`);
  });
});
