import { describe, expect, it } from '@jest/globals';
import { observationFrom, requestedPauseMs } from './rate-headers.js';

const NOW = 1_700_000_000_250;
const response = (status: number, headers: Record<string, string>) => ({
  ...{ label: 'GET /things', status, text: '', body: undefined, headers },
});
const headersOf = (remaining: string, reset = '1700000001') => ({
  'x-ratelimit-limit': '20',
  'x-ratelimit-remaining': remaining,
  'x-ratelimit-reset': reset,
});
const rate = { limit: 20, remaining: 7, window: 1_700_000_001, endsInMs: 750 };

describe('the headers of a response', () => {
  it('contain the remaining calls and the end of the window', () =>
    expect(observationFrom(response(200, headersOf('7')), NOW)).toEqual({ kind: 'rate', rate }));
  it('are used with any status', () =>
    expect(observationFrom(response(500, headersOf('7')), NOW)).toEqual({ kind: 'rate', rate }));
  it('are read by the broker’s clock when it differs from our clock', () => {
    const date = new Date(1_700_000_000_000).toUTCString();
    const observation = observationFrom(
      response(200, { ...headersOf('7'), date }),
      NOW + 3_600_000,
    );
    expect(observation).toMatchObject({ rate: { endsInMs: 1_000 } });
  });
  it('of a success without limits mean an unlimited rate', () =>
    expect(observationFrom(response(200, {}), NOW)).toEqual({ kind: 'unlimited' }));
  it('of a failure without limits are ignored', () =>
    expect(observationFrom(response(502, {}), NOW)).toBeNull());
  it.each([
    ['a limit of 0', { ...headersOf('0'), 'x-ratelimit-limit': '0' }],
    ['words', headersOf('many')],
    ['a date', headersOf('7', 'tomorrow')],
  ])('are ignored when they contain %s', (_, headers) =>
    expect(observationFrom(response(500, headers), NOW)).toBeNull(),
  );
});

describe('the pause after a 429', () => {
  const pause = (headers: Record<string, string>) => requestedPauseMs(response(429, headers), NOW);

  it('lasts until the window ends', () => expect(pause(headersOf('0'))).toBe(750));
  it('is that of Retry-After, in seconds', () => expect(pause({ 'retry-after': '4' })).toBe(4_000));
  it('is that of Retry-After, as a date', () =>
    expect(pause({ 'retry-after': new Date(NOW + 1_750).toUTCString() })).toBe(1_750));
  it('is the longer one of both', () =>
    expect(pause({ ...headersOf('0'), 'retry-after': '3' })).toBe(3_000));
  it('defaults to a second', () => expect(pause({})).toBe(1_000));
  it('is a second when the window has calls left', () => expect(pause(headersOf('3'))).toBe(1_000));
  it('is returned with the remaining calls', () =>
    expect(observationFrom(response(429, headersOf('0')), NOW)).toEqual({
      ...{ kind: 'throttled', pauseMs: 750, rate: { ...rate, remaining: 0 } },
    }));
});
