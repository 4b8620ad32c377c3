import { describe, expect, it } from '@jest/globals';
import { windowsSince } from './alpaca-journal-days.js';

const now = new Date('2026-03-31T10:00:00.000Z');

describe('windows of days', () => {
  it('are a single open one for a recent start', () =>
    expect(windowsSince('2026-03-30T23:00:00.000Z', now)).toEqual([{ after: '2026-03-28' }]));
  it('overlap, because the bounds may be exclusive', () =>
    expect(windowsSince('2026-03-12T23:00:00.000Z', now)).toEqual([
      { after: '2026-03-10', before: '2026-03-19' },
      { after: '2026-03-17', before: '2026-03-26' },
      { after: '2026-03-24' },
    ]));
  it('begin before a time in our future', () =>
    expect(windowsSince('2026-04-01T09:00:00.000Z', now)).toEqual([{ after: '2026-03-30' }]));
  it('are limited in number, and the last one is open', () => {
    const windows = windowsSince('2019-01-01T00:00:00.000Z', now);
    expect(windows).toHaveLength(53);
    expect(windows.at(-1)).toEqual({ after: '2019-12-29' });
  });
});
