import { createPrivateKey, createPublicKey, randomUUID, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { type SigningKey, newSigningKey } from '#config/keys.js';
import { type Apis, newPartner, openApis } from '../../support/apis.js';
import { logIn } from '../../support/log-in.js';
import { type Demo, call } from '../../support/service.js';

let apis: Apis;
let api: string;
let partner: Demo & { readonly keyId: string };
let key: SigningKey;
let token: string;

beforeAll(async () => {
  apis = await openApis();
  api = await apis.start();
  partner = await newPartner(apis);
  key = apis.configWith().signingKeys[0]!;
  token = String((await logIn(api, partner)).body['authToken']);
});

afterAll(() => apis.close());

const present = (authorization?: string) =>
  call(api, 'GET', `/v1/funding/${randomUUID()}`, {
    headers: authorization === undefined ? {} : { authorization },
  });

const nowS = () => Math.floor(Date.now() / 1_000);

/** Claims as the service itself makes them. */
const good = (): JWTPayload => ({
  iss: 'partner-brokerage',
  aud: 'partner-api',
  sub: randomUUID(),
  jti: randomUUID(),
  partnerId: partner.id,
  keyId: partner.keyId,
  iat: nowS(),
  exp: nowS() + 60,
});

const without = (...names: string[]): JWTPayload =>
  Object.fromEntries(Object.entries(good()).filter(([name]) => !names.includes(name)));

type Signing = { readonly by?: SigningKey; readonly kid?: string };

const signed = (claims: JWTPayload, { by = key, kid = key.kid }: Signing = {}) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid })
    .sign(createPrivateKey({ key: by, format: 'jwk' }));

/** A public key taken for the secret of a symmetric signature. */
const symmetric = () => {
  const { d: _, ...publicKey } = key;
  const pem = createPublicKey({ key: publicKey, format: 'jwk' }).export({
    type: 'spki',
    format: 'pem',
  });
  return new SignJWT(good())
    .setProtectedHeader({ alg: 'HS256', kid: key.kid })
    .sign(Buffer.from(pem));
};

/** Any text as the claims, under a good signature. */
const signedText = (claims: string, header: object = {}): string => {
  const head = JSON.stringify({ alg: 'ES256', kid: key.kid, ...header });
  const content = [head, claims].map((part) => Buffer.from(part).toString('base64url')).join('.');
  const signer = createPrivateKey({ key, format: 'jwk' });
  const by = { key: signer, dsaEncoding: 'ieee-p1363' } as const;
  return `${content}.${sign('sha256', Buffer.from(content), by).toString('base64url')}`;
};

/** Claims are parsed wherever it stands. */
const TYPE = { typ: 'JWT' };

const WEEK_S = 7 * 24 * 60 * 60;
const stranger = newSigningKey();

const withBody = (claims: JWTPayload) => {
  const [head = '', , signature = ''] = token.split('.');
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
};

describe('a token that is good', () => {
  it('is let in', async () => expect((await present(`Bearer ${token}`)).status).toBe(404));
  it.each(['bearer', 'Bearer', 'BEARER', 'bEaReR'])('is let in as %s', async (scheme) =>
    expect((await present(`${scheme} ${token}`)).status).toBe(404),
  );
  it('is let in when made by hand, so that the table below refuses for one reason each', async () =>
    expect((await present(`Bearer ${await signed(good())}`)).status).toBe(404));
});

describe('everything else is invalid_token', () => {
  it.each<[string, () => Promise<string | undefined> | string | undefined]>([
    ['no header', () => undefined],
    ['an empty header', () => ''],
    ['a scheme alone', () => 'Bearer'],
    ['a token alone', () => token],
    ['another scheme', () => `Basic ${token}`],
    ['something behind the token', () => `Bearer ${token} x`],
    ['something before the scheme', () => `x Bearer ${token}`],
    ['no token at all', () => 'Bearer not-a-token'],
    ['a token of two parts', () => `Bearer ${token.split('.').slice(0, 2).join('.')}`],
    ['a header that is no JSON', () => `Bearer AAAA.${token.split('.')[1]}.AAAA`],
    ['other claims under the same signature', () => `Bearer ${withBody(good())}`],
    ['no signature (alg none)', () => `Bearer ${new UnsecuredJWT(good()).encode()}`],
    ['a symmetric signature with the public key', async () => `Bearer ${await symmetric()}`],
    ['another key', async () => `Bearer ${await signed(good(), { by: stranger })}`],
    [
      'a key nobody knows',
      async () => `Bearer ${await signed(good(), { by: stranger, kid: stranger.kid })}`,
    ],
    ['expired', async () => `Bearer ${await signed({ ...good(), exp: nowS() - 1 })}`],
    ['ends in a week', async () => `Bearer ${await signed({ ...good(), exp: nowS() + WEEK_S })}`],
    ['claims that are null', () => `Bearer ${signedText('null')}`],
    ['claims that are null, of a token with its type', () => `Bearer ${signedText('null', TYPE)}`],
    ['claims that are no JSON, with the type', () => `Bearer ${signedText('x', TYPE)}`],
    ['claims that are a list', () => `Bearer ${signedText('[]')}`],
    ['claims that are no JSON', () => `Bearer ${signedText('x')}`],
    [
      'a header that wants more than anybody knows',
      () => `Bearer ${signedText(JSON.stringify(good()), { crit: ['exp'] })}`,
    ],
    ['without exp', async () => `Bearer ${await signed(without('exp'))}`],
    ['not yet valid', async () => `Bearer ${await signed({ ...good(), nbf: nowS() + 60 })}`],
    ['another audience', async () => `Bearer ${await signed({ ...good(), aud: 'staff' })}`],
    ['no audience', async () => `Bearer ${await signed(without('aud'))}`],
    ['another issuer', async () => `Bearer ${await signed({ ...good(), iss: 'somebody' })}`],
    ['no subject', async () => `Bearer ${await signed(without('sub'))}`],
    ['no id', async () => `Bearer ${await signed(without('jti'))}`],
    ['no partner', async () => `Bearer ${await signed(without('partnerId'))}`],
    [
      'a partner nobody knows',
      async () => `Bearer ${await signed({ ...good(), partnerId: randomUUID() })}`,
    ],
    ['no API key', async () => `Bearer ${await signed(without('keyId'))}`],
  ])('%s', async (_, authorization) => {
    const answer = await present(await authorization());
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ status: 401, code: 'invalid_token' });
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer\b/);
    expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  });
});

describe('the published keys', () => {
  it('verify a token, and hold nothing private', async () => {
    const { status, headers, body } = await call(api, 'GET', '/.well-known/jwks.json');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    const { kty, crv, x, y, kid } = key;
    expect(body).toEqual({ keys: [{ kty, crv, x, y, kid, alg: 'ES256', use: 'sig' }] });
  });
});
