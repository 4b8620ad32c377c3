import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { CreateKey } from '#auth/create-key/create-key.handler.js';
import { CreatePartnerUser } from '#auth/create-partner-user/create-partner-user.handler.js';
import { RevokeKey } from '#auth/revoke-key/revoke-key.handler.js';
import { type Apis, newPartner, openApis } from '../../support/apis.js';
import { logIn } from '../../support/log-in.js';
import { type Answer, type Demo, call } from '../../support/service.js';

/** Of 'correct horse battery'. */
const HASH_OF_ARGON2_PACKAGE =
  '$argon2id$v=19$m=19456,p=1,t=2$yBcmfjKUhWxgRPYpO4lqEA$ajNYjMg3nkNiRZPgpIulD9zXnnpIq2Ah3CYB1jtZFk8';

let apis: Apis;
let api: string;
let other: string;

beforeAll(async () => {
  apis = await openApis();
  [api, other] = await Promise.all([apis.start(), apis.start()]);
});

afterAll(() => apis.close());

const refused = (status: number, code: string) => ({ status, body: { status, code } });
const invalid = refused(401, 'invalid_credentials');
const unknown = refused(404, 'user_not_found');
const tooMany = refused(429, 'too_many_attempts');

const wrong = (partner: Demo, password = 'not the password') => ({ ...partner, password });
const nobody = (partner: Demo, i = 0) => ({ ...partner, email: `nobody-${i}@acme.example` });

const retryAfterS = ({ headers }: Answer) => Number(headers.get('retry-after'));

const SECRET = /(?<=^pbk_[a-z0-9]+_).*$/;

/** This partner's key id under the secret of another key, well-formed in every way. */
const withSecretOf = ({ apiKey: other }: Demo, { apiKey }: Demo): string =>
  apiKey.replace(SECRET, SECRET.exec(other)?.[0] ?? '');

const anotherUser = async ({ id }: Demo, email: string) =>
  apis.commands.execute(new CreatePartnerUser(id, email));

describe('a login', () => {
  it('answers tokens, and when they end', async () => {
    const partner = await newPartner(apis);
    const { status, body } = await logIn(api, { ...partner, email: 'SERVER@acme.example' });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual([
      'authToken',
      'email',
      'expiration',
      'partnerId',
      'partnerUserId',
      'refreshToken',
    ]);
    expect(body).toMatchObject({ partnerId: partner.id, email: partner.email });
    expect(body['expiration']).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.000\+00:00$/);
  });
  it('is refused alike for a missing, unknown or revoked key and a wrong password', async () => {
    const partner = await newPartner(apis);
    const { keyId, apiKey } = await apis.commands.execute(new CreateKey(partner.id));
    await apis.commands.execute(new RevokeKey(keyId));
    const { apiKey: _, ...keyless } = partner;
    const attempts = [
      keyless,
      { ...partner, apiKey: '' },
      { ...partner, apiKey: 'no key' },
      { ...partner, apiKey },
      { ...partner, apiKey: withSecretOf(await newPartner(apis), partner) },
      wrong(partner),
    ];
    const answers = await Promise.all(attempts.map((attempt) => logIn(api, attempt)));
    for (const answer of answers) {
      expect(answer).toMatchObject(invalid);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer');
      expect(answer.body['detail']).toBe(answers[0]?.body['detail']);
    }
  });
  it('knows a password that the argon2 package hashed', async () => {
    const partner = await newPartner(apis);
    const user = await anotherUser(partner, 'early@acme.example');
    const db = new Database(apis.configWith().eventStoreUrl.replace(/^sqlite:/, ''));
    const { changes } = db
      .prepare("UPDATE events SET data = json_set(data, '$.passwordHash', ?) WHERE stream = ?")
      .run(HASH_OF_ARGON2_PACKAGE, `partnerUser-${user.id}`);
    db.close();
    expect(changes).toBe(1);
    const early = { apiKey: partner.apiKey, email: user.email };
    const right = 'correct horse battery';
    expect(await logIn(api, { ...early, password: right })).toMatchObject({ status: 200 });
    expect(await logIn(api, { ...early, password: `${right}!` })).toMatchObject(invalid);
    expect(await logIn(api, { ...early, password: user.password })).toMatchObject(invalid);
  });
  it('says so when a good key’s partner has no such user', async () => {
    const [partner, stranger] = [await newPartner(apis), await newPartner(apis)];
    expect(await logIn(api, nobody(partner))).toMatchObject(unknown);
    const { apiKey } = stranger;
    const theirs = await anotherUser(partner, 'only@acme.example');
    expect(
      await logIn(api, { apiKey, email: theirs.email, password: theirs.password }),
    ).toMatchObject(unknown);
  });
  it('judges the key before the body', async () => {
    const body = { email: 1 };
    const keyless = await call(api, 'POST', '/v1/auth/login', { body });
    expect(keyless).toMatchObject(invalid);
    const headers = { 'api-key': (await newPartner(apis)).apiKey };
    const keyed = await call(api, 'POST', '/v1/auth/login', { headers, body });
    expect(keyed).toMatchObject({
      status: 400,
      body: {
        errors: expect.arrayContaining([
          expect.objectContaining({ pointer: '/email' }),
          expect.objectContaining({ pointer: '/password' }),
        ]),
      },
    });
  });
});

describe('an empty e-mail or password', () => {
  const empty = { email: '', password: '' };
  it('is named, and no guess', async () => {
    const partner = await newPartner(apis);
    const answers = [];
    for (const change of [...Array<object>(5).fill({ password: '' }), { email: '' }, empty])
      answers.push(await logIn(api, { ...partner, ...change }));
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(422));
    const [noPassword, noEmail, neither] = [answers[0], ...answers.slice(-2)];
    expect(noPassword?.body).toMatchObject({ errors: [{ pointer: '/password' }] });
    expect(noEmail?.body).toMatchObject({ errors: [{ pointer: '/email' }] });
    expect(neither?.body).toMatchObject({
      errors: [{ pointer: '/email' }, { pointer: '/password' }],
    });
    expect((await logIn(api, partner)).status).toBe(200);
  });
  it('is not looked at without a good key', async () =>
    expect(await logIn(api, { ...(await newPartner(apis)), ...empty, apiKey: 'x' })).toMatchObject(
      invalid,
    ));
});

describe('five wrong passwords', () => {
  it('lock the user out at every process, whatever the key, and nobody else', async () => {
    const partner = await newPartner(apis);
    const secondKey = await apis.commands.execute(new CreateKey(partner.id));
    const colleague = await anotherUser(partner, 'colleague@acme.example');
    for (const at of [api, other, api, other, api])
      expect(await logIn(at, wrong(partner))).toMatchObject(invalid);
    for (const at of [api, other]) {
      const answer = await logIn(at, partner);
      expect(answer).toMatchObject(tooMany);
      expect(retryAfterS(answer)).toBeGreaterThan(600);
      expect(retryAfterS(answer)).toBeLessThanOrEqual(900);
      expect(answer.headers.get('ratelimit-policy')).toBe('"log-in-user";q=5;w=900');
      expect(answer.headers.get('ratelimit')).toMatch(/^"log-in-user";r=0;t=\d+$/);
    }
    expect(await logIn(api, { ...partner, apiKey: secondKey.apiKey })).toMatchObject(tooMany);
    expect((await logIn(api, { ...partner, ...colleague })).status).toBe(200);
    expect(await logIn(api, nobody(partner))).toMatchObject(unknown);
  });
  it('are no more when fifty come at once, at two processes', async () => {
    const partner = await newPartner(apis);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => logIn(i % 2 === 0 ? api : other, wrong(partner))),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(45);
  });
  it('hide the right one among those that come at once', async () => {
    const partner = await newPartner(apis);
    const guesses = Array.from({ length: 20 }, (_, i) => wrong(partner, `guess number ${i}`));
    const answers = await Promise.all([...guesses, partner].map((guess) => logIn(api, guess)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(0);
  });
  it('do not come of right ones, however many at once', async () => {
    const partner = await newPartner(apis);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => logIn(i % 2 === 0 ? api : other, partner)),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
  });
});

describe('fifty failures', () => {
  it('lock the key out, and neither its partner’s other key nor its users', async () => {
    const partner = await newPartner(apis);
    const spare = await apis.commands.execute(new CreateKey(partner.id));
    for (const i of Array(4).keys())
      expect(await logIn(api, wrong(partner, `wrong ${i}`))).toMatchObject(invalid);
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => logIn(i % 2 === 0 ? api : other, nobody(partner, i))),
    );
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(46);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(14);
    const locked = await logIn(other, partner);
    expect(locked).toMatchObject(tooMany);
    expect(locked.headers.get('ratelimit-policy')).toBe('"log-in-key";q=50;w=900');
    expect((await logIn(other, { ...partner, apiKey: spare.apiKey })).status).toBe(200);
  });
});

describe('without Redis', () => {
  it('a login is not accepted, and a token that there is goes on', async () => {
    const partner = await newPartner(apis);
    const { body } = await logIn(api, partner);
    await apis.stopRedis();
    const answer = await logIn(api, partner);
    expect(answer).toMatchObject(refused(503, 'temporarily_unavailable'));
    expect(answer.headers.get('retry-after')).toBe('1');
    const headers = { authorization: `Bearer ${String(body['authToken'])}` };
    const path = '/v1/funding/00000000-0000-4000-8000-000000000000';
    expect((await call(api, 'GET', path, { headers })).status).toBe(404);
  });
});
