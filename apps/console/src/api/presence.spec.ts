import { describe, expect, it } from '@jest/globals';
import { Presence } from './presence.js';

const now = 1_000_000;

describe('somebody', () => {
  it('is behind the first request of a page', () =>
    expect(new Presence(now).isBehind(now + 100)).toBe(true));
  it('is behind the request after an input, once', () => {
    const presence = new Presence(null);
    presence.input(now);
    presence.input(now + 50);
    expect([100, 2_000, 5_000].map((ms) => presence.isBehind(now + ms))).toEqual([
      ...[true, false, false],
    ]);
  });
  it('is behind no request that comes long after the input', () => {
    const presence = new Presence(null);
    presence.input(now);
    expect(presence.isBehind(now + 6_000)).toBe(false);
  });
  it('is there again with the next input', () => {
    const presence = new Presence(now);
    presence.isBehind(now);
    presence.input(now + 60_000);
    expect(presence.isBehind(now + 60_001)).toBe(true);
  });
});
