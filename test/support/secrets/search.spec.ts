import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { jpeg } from '../images.js';
import { requireNone, secretsIn } from './search.js';
import { Secrets } from './secrets.js';

const PASSWORD = 'correct "horse" battery';
const API_KEY = 'pbk_k1_s3cretPart-of_this_key';
const TAX_ID = '512837465';
const TOTP = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const TOTP_BYTES = Buffer.from('48656c6c6f21deadbeef48656c6c6f21deadbeef', 'hex');
const IMAGE = jpeg({ bytes: 40_000 });
const noise = (bytes: number) => randomBytes(bytes).toString('latin1').replaceAll(/\d/g, 'x');

const secretsOfATest = () => {
  const secrets = new Secrets();
  secrets.collectRequest([
    { 'api-key': API_KEY },
    { email: 'server@acme.example', password: PASSWORD },
    { files: [{ type: 'front', content: IMAGE.toString('base64') }] },
  ]);
  secrets.collect({ secret: TOTP, profile: { taxID: TAX_ID } });
  return secrets;
};

const finds = (text: string | Buffer, secrets = secretsOfATest()) => {
  const inside = [Buffer.from(noise(1_000)), Buffer.from(text), Buffer.from(noise(1_000))];
  return secretsIn([{ name: 'logs/api.log', bytes: Buffer.concat(inside) }], secrets).map((find) =>
    find.replace(/ in logs\/api\.log, byte \d+$/, ''),
  );
};
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('a secret is found', () => {
  it.each<[string, string | Buffer, string]>([
    ['as it is', `|${PASSWORD}|`, 'password'],
    ['in JSON', JSON.stringify({ PASSWORD }), 'password'],
    ['in a URL', encodeURIComponent(PASSWORD), 'password'],
    ['as hex', Buffer.from(PASSWORD).toString('hex'), 'password as hex'],
    ['in base64', base64(PASSWORD), 'password as base64'],
    ['in base64 after one more', base64(`u${PASSWORD}`), 'password as base64'],
    ['in base64 between others', base64(`us${PASSWORD}:x`), 'password as base64'],
    ['by its secret part', API_KEY.slice(7), 'the secret part of api-key'],
    ['in part, when it is long', IMAGE.subarray(15_000, 18_000), 'content as bytes'],
    ['as a piece of an upload', IMAGE.toString('base64').slice(-30_000), 'content'],
    ['as the number that it is', ` ${TAX_ID},`, 'taxID'],
    ['as the bytes it stands for', TOTP_BYTES, 'secret as bytes'],
  ])('%s', (_, text, name) => expect(finds(text)).toContain(name));
});

describe('a text is not a secret if it is', () => {
  it.each([
    ['a part of a longer number', `1${TAX_ID}`],
    ['the beginning of a longer number', `${TAX_ID}0`],
    ['another field', 'server@acme.example'],
    ['a masked tax id', '*****7465'],
  ])('%s', (_, text) => expect(finds(text)).toEqual([]));

  it('also sent in a public field, unless it was named', () => {
    const secrets = secretsOfATest();
    secrets.collectRequest({ name: PASSWORD });
    expect(finds(PASSWORD, secrets)).toEqual([]);
    secrets.add('a password in the wrong field', PASSWORD);
    expect(finds(PASSWORD, secrets)).toEqual(['a password in the wrong field']);
  });
});

it('secrets are collected from any depth', () => {
  const secrets = new Secrets();
  const depth = 10_000;
  secrets.collectSent(`${'['.repeat(depth)}{"password":"${TOTP}"}${']'.repeat(depth)}`);
  expect(finds(TOTP, secrets)).toEqual(['password']);
});

describe('a found secret', () => {
  it('is reported by its position, without the secret', () => {
    const bytes = Buffer.from(`line one\n${PASSWORD}\n`);
    const places = [
      { name: 'logs/api.log', bytes },
      { name: `Redis ${TOTP}`, bytes },
    ];
    const search = () => requireNone(secretsIn(places, secretsOfATest()));
    expect(search).toThrow(
      [
        '2 secrets are stored in plaintext:',
        '  password in logs/api.log, byte 9',
        '  password in Redis, also in its key, byte 9',
      ].join('\n'),
    );
  });
  it('is reported only if one exists', () => {
    const places = [{ name: 'logs/api.log', bytes: randomBytes(100_000) }];
    expect(secretsIn(places, secretsOfATest())).toEqual([]);
    expect(secretsIn(places, new Secrets())).toEqual([]);
    expect(() => requireNone([])).not.toThrow();
  });
});
