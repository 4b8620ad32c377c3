import { beforeEach, describe, expect, it } from '@jest/globals';
import { VerifiedTokens } from './verified-tokens.js';

const NOW_MS = Date.parse('2026-03-16T12:00:00Z');
const payload = { exp: NOW_MS / 1_000 + 1_800, sub: 'pu-1' };
let tokens: VerifiedTokens<typeof payload>;

beforeEach(() => {
  tokens = new VerifiedTokens();
});

describe('a verified token', () => {
  it('is cached for five seconds', () => {
    tokens.keep('a.b.c', payload, NOW_MS);
    expect(tokens.find('a.b.c', NOW_MS + 4_999)).toBe(payload);
    expect(tokens.find('a.b.c', NOW_MS + 5_000)).toBeUndefined();
  });
  it('is not cached after its expiry', () => {
    tokens.keep('a.b.c', { ...payload, exp: NOW_MS / 1_000 + 1 }, NOW_MS);
    expect(tokens.find('a.b.c', NOW_MS + 999)).toBeDefined();
    expect(tokens.find('a.b.c', NOW_MS + 1_000)).toBeUndefined();
  });
  it.each([
    ['another signature', `Bearer a.b.${'d'.repeat(86)}`],
    ['other claims', `Bearer a.x.${'c'.repeat(86)}`],
    ['another beginning of its signature', `Bearer a.b.d${'c'.repeat(85)}`],
    ['an empty header', ''],
  ])('does not match %s', (_, other) => {
    tokens.keep(`Bearer a.b.${'c'.repeat(86)}`, payload, NOW_MS);
    expect(tokens.find(other, NOW_MS)).toBeUndefined();
  });
  it('is evicted by newer tokens', () => {
    for (let n = 0; n <= 10_000; n++) tokens.keep(`token-${n}`, payload, NOW_MS);
    expect(tokens.find('token-0', NOW_MS)).toBeUndefined();
    expect(tokens.find('token-10000', NOW_MS)).toBe(payload);
  });
});
