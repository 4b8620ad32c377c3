import { describe, expect, it } from '@jest/globals';
import { generateSync } from 'otplib';
import { newTotpSecret, totpStep, totpUri } from './totp.js';

/** The secret of RFC 6238, appendix B: the ASCII digits 12345678901234567890. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (epochS: number) => new Date(epochS * 1_000);

describe('codes of RFC 6238, appendix B, cut to six digits', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %d s: %s', (epochS, code) =>
    expect(totpStep(secret, code, at(epochS))).toBe(Math.floor(epochS / 30)),
  );
});

describe('the step of a code', () => {
  const step = 41_000_000;
  const code = generateSync({ secret, epoch: step * 30 });
  it.each([
    ['two steps early', step * 30 - 31, null],
    ['a step early, by its last second', step * 30 - 1, step],
    ['a step early, by its first second', step * 30 - 30, step],
    ['in time', step * 30 + 29, step],
    ['a step late, by its last second', step * 30 + 59, step],
    ['two steps late', step * 30 + 60, null],
  ])('%s', (_, epochS, expected) => expect(totpStep(secret, code, at(epochS))).toBe(expected));
  it.each(['', '12345', '1234567', 'abcdef', '12345６', ' 12345'])('is null for "%s"', (text) =>
    expect(totpStep(secret, text, at(step * 30))).toBeNull(),
  );
});

describe('a new secret', () => {
  it('has 160 bits', () => expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/));
  it('differs at each call', () => expect(newTotpSecret()).not.toBe(newTotpSecret()));
});

describe('the URI for an authenticator app', () => {
  it('names issuer, account and secret', () => {
    const uri = new URL(totpUri({ issuer: 'Acme & Co', account: 'ada+1@x.example', secret }));
    expect(`${uri.protocol}//${uri.host}`).toBe('otpauth://totp');
    expect(decodeURIComponent(uri.pathname)).toBe('/Acme & Co:ada+1@x.example');
    expect(uri.searchParams.get('issuer')).toBe('Acme & Co');
    expect(uri.searchParams.get('secret')).toBe(secret);
  });
  it('has a single colon, between issuer and account', () =>
    expect(decodeURIComponent(totpUri({ issuer: 'A:B', account: 'c:d', secret }))).toContain(
      '/A B:c d?',
    ));
});
