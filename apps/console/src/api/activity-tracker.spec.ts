import { describe, expect, it } from '@jest/globals';
import { ActivityTracker } from './activity-tracker.js';

const now = 1_000_000;

describe('a person', () => {
  it('causes the first request of a page', () =>
    expect(new ActivityTracker(now).isBehind(now + 100)).toBe(true));
  it('causes only the first request after an input', () => {
    const presence = new ActivityTracker(null);
    presence.input(now);
    presence.input(now + 50);
    expect([100, 2_000, 5_000].map((ms) => presence.isBehind(now + ms))).toEqual([
      ...[true, false, false],
    ]);
  });
  it('does not cause a request long after the input', () => {
    const presence = new ActivityTracker(null);
    presence.input(now);
    expect(presence.isBehind(now + 6_000)).toBe(false);
  });
  it('causes a request after the next input', () => {
    const presence = new ActivityTracker(now);
    presence.isBehind(now);
    presence.input(now + 60_000);
    expect(presence.isBehind(now + 60_001)).toBe(true);
  });
});
