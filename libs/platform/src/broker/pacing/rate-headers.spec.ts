import { describe, expect, it } from '@jest/globals';
import { heardIn, pauseNamed } from './rate-headers.js';

const NOW = 1_700_000_000_250;
const answer = (status: number, headers: Record<string, string>) => ({
  ...{ label: 'GET /things', status, text: '', body: undefined, headers },
});
const told = (remaining: string, reset = '1700000001') => ({
  'x-ratelimit-limit': '20',
  'x-ratelimit-remaining': remaining,
  'x-ratelimit-reset': reset,
});
const rate = { limit: 20, remaining: 7, window: 1_700_000_001, endsInMs: 750 };

describe('the headers of an answer', () => {
  it('tell how many calls are left, and until when', () =>
    expect(heardIn(answer(200, told('7')), NOW)).toEqual({ kind: 'rate', rate }));
  it('tell it beside any status', () =>
    expect(heardIn(answer(500, told('7')), NOW)).toEqual({ kind: 'rate', rate }));
  it('are read by the broker’s clock when it differs from ours', () => {
    const date = new Date(1_700_000_000_000).toUTCString();
    const heard = heardIn(answer(200, { ...told('7'), date }), NOW + 3_600_000);
    expect(heard).toMatchObject({ rate: { endsInMs: 1_000 } });
  });
  it('of a success that tell nothing mean that there is no limit', () =>
    expect(heardIn(answer(200, {}), NOW)).toEqual({ kind: 'unlimited' }));
  it('of a failure that tell nothing mean nothing', () =>
    expect(heardIn(answer(502, {}), NOW)).toBeNull());
  it.each([
    ['a limit of 0', { ...told('0'), 'x-ratelimit-limit': '0' }],
    ['words', told('many')],
    ['a date', told('7', 'tomorrow')],
  ])('are left alone when they tell %s', (_, headers) =>
    expect(heardIn(answer(500, headers), NOW)).toBeNull(),
  );
});

describe('the pause after a 429', () => {
  const pause = (headers: Record<string, string>) => pauseNamed(answer(429, headers), NOW);

  it('lasts until the window is over', () => expect(pause(told('0'))).toBe(750));
  it('is that of Retry-After, in seconds', () => expect(pause({ 'retry-after': '4' })).toBe(4_000));
  it('is that of Retry-After, as a date', () =>
    expect(pause({ 'retry-after': new Date(NOW + 1_750).toUTCString() })).toBe(1_750));
  it('is the longer one of both', () =>
    expect(pause({ ...told('0'), 'retry-after': '3' })).toBe(3_000));
  it('is a second when none is named', () => expect(pause({})).toBe(1_000));
  it('is a second when the window has something left', () => expect(pause(told('3'))).toBe(1_000));
  it('is heard with what is left', () =>
    expect(heardIn(answer(429, told('0')), NOW)).toEqual({
      ...{ kind: 'throttled', pauseMs: 750, rate: { ...rate, remaining: 0 } },
    }));
});
