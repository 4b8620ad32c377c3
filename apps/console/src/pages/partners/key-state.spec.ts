import { describe, expect, it } from '@jest/globals';
import { keyState } from './key-state.js';

const at = (hour: number) => new Date(Date.UTC(2026, 2, 2, hour)).toISOString();

describe('a key at noon', () => {
  it.each([
    ['active', { revokedAt: null, endsAt: null }],
    ['active', { revokedAt: null, endsAt: at(13) }],
    ['ended', { revokedAt: null, endsAt: at(12) }],
    ['ended', { revokedAt: null, endsAt: at(11) }],
    ['revoked', { revokedAt: at(11), endsAt: at(13) }],
  ] as const)('is %s: %j', (state, key) => expect(keyState(key, Date.parse(at(12)))).toBe(state));
});
