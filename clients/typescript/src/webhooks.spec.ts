import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { WebhookRejected, type WebhookRejection, verifyWebhook } from './index.js';
import { signWebhook } from './webhooks.js';

const NOW_S = Date.UTC(2026, 2, 2) / 1000;
const BODY = '{"id":"evt_1","type":"user.created","data":{"firstName":"Žofie"}}';
const newSecret = (bytes: number) => `whsec_${randomBytes(bytes).toString('base64')}`;
const SECRET = newSecret(24);

let now: ReturnType<typeof jest.spyOn>;
beforeEach(() => {
  now = jest.spyOn(Date, 'now').mockReturnValue(NOW_S * 1000);
});
afterEach(() => now.mockRestore());

/** Headers that the library of Standard Webhooks signs. */
const signed = (secret = SECRET, { body = BODY, ageS = 0, id = 'evt_1' } = {}) => {
  const at = new Date((NOW_S - ageS) * 1000);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(NOW_S - ageS),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
};

const rejection = (verify: () => unknown): WebhookRejection | null => {
  try {
    verify();
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(WebhookRejected);
    return (error as WebhookRejected).reason;
  }
};

describe('a webhook that the library of Standard Webhooks signed', () => {
  it.each([1, 16, 24, 32, 64, 100])('is accepted under a secret of %s bytes', (bytes) => {
    const secret = newSecret(bytes);
    for (const text of [secret, secret.slice('whsec_'.length)])
      expect(verifyWebhook(signed(secret), BODY, text)).toEqual(JSON.parse(BODY));
  });

  it.each(['{}', `"${'long '.repeat(50_000)}"`, '{"text":"😀 ü \\u0000"}', ' {"spaces": 1} '])(
    'is accepted with any body',
    (body) =>
      expect(verifyWebhook(signed(SECRET, { body }), body, SECRET)).toEqual(JSON.parse(body)),
  );

  it('is accepted as text and as bytes', () => {
    for (const body of [BODY, Buffer.from(BODY), new TextEncoder().encode(BODY)])
      expect(verifyWebhook(signed(), body, SECRET)).toEqual(JSON.parse(BODY));
  });

  it('is accepted with headers of fetch, of Node and in capital letters', () => {
    const headers = signed();
    const capitals = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]);
    for (const form of [new Headers(headers), headers, Object.fromEntries(capitals)])
      expect(rejection(() => verifyWebhook(form, BODY, SECRET))).toBeNull();
  });

  it('is accepted if one of its signatures matches one of the secrets', () => {
    const [old, next, other] = [newSecret(24), newSecret(24), newSecret(24)];
    const signatures = [old, next].map((secret) => signed(secret)['webhook-signature']);
    const headers = { ...signed(), 'webhook-signature': ['v2,abc', ...signatures].join(' ') };
    for (const secrets of [[old], [next], [other, next], [next, old]])
      expect(rejection(() => verifyWebhook(headers, BODY, secrets))).toBeNull();
    expect(rejection(() => verifyWebhook(headers, BODY, [other]))).toBe('signature_mismatch');
  });

  it.each<[number, WebhookRejection | null]>([
    [300, null],
    [301, 'timestamp_too_old'],
    [-300, null],
    [-301, 'timestamp_too_new'],
  ])('at an age of %s s: %s', (ageS, expected) => {
    expect(rejection(() => verifyWebhook(signed(SECRET, { ageS }), BODY, SECRET))).toBe(expected);
  });
});

describe('a webhook is rejected', () => {
  const cases: [string, Record<string, string>, string, WebhookRejection][] = [
    ['with another body', {}, BODY.replace('1', '2'), 'signature_mismatch'],
    ['with another id', { 'webhook-id': 'evt_2' }, BODY, 'signature_mismatch'],
    ['with another time', { 'webhook-timestamp': `${NOW_S + 1}` }, BODY, 'signature_mismatch'],
    ['with another version', { 'webhook-signature': 'v2,YQ==' }, BODY, 'signature_mismatch'],
    ['without an id', { 'webhook-id': '' }, BODY, 'header_missing'],
    ['without a time', { 'webhook-timestamp': '' }, BODY, 'header_missing'],
    ['without a signature', { 'webhook-signature': '' }, BODY, 'header_missing'],
    ['with a time in words', { 'webhook-timestamp': 'now' }, BODY, 'timestamp_invalid'],
  ];
  it.each(cases)('%s', (_, changed, body, reason) => {
    expect(rejection(() => verifyWebhook({ ...signed(), ...changed }, body, SECRET))).toBe(reason);
  });

  it('with a body that is signed but is not JSON', () => {
    const headers = signed(SECRET, { body: 'ping' });
    expect(rejection(() => verifyWebhook(headers, 'ping', SECRET))).toBe('body_invalid');
  });

  it('with a message that names the header', () => {
    expect(() => verifyWebhook({}, BODY, SECRET)).toThrow('the header webhook-id is missing');
  });
});

it('reports a receiver without a secret', () => {
  expect(() => verifyWebhook(signed(), BODY, [])).toThrow('secrets is empty');
  expect(() => verifyWebhook(signed(), BODY, ['whsec_'])).toThrow('a secret is empty');
});

it('signs webhooks that the library accepts', () => {
  const headers = signWebhook('evt_1', BODY, SECRET);
  expect(new Webhook(SECRET).verify(BODY, headers)).toEqual(JSON.parse(BODY));
});
