import { describe, expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { BrokerError } from './broker-error.js';
import { historyBody, historySchema, windowsOf } from './history.rules.js';
import { rewind } from './past.rules.js';

const at = (text: string) => Date.parse(`${text}:00-05:00`);
const CREATED = at('2025-12-01T12:00');
/** A Saturday after a half day. */
const NOW = at('2026-11-28T12:00');

const windows = (query: object, created = CREATED, now = NOW) =>
  windowsOf(historySchema.parse(query), created, now);
const hours = (query: object) => {
  const { startsMs } = windows(query);
  const [first = 0, last = 0] = [startsMs[0], startsMs.at(-1)];
  return [first, last].map((ms) => new Date(ms - 5 * 3_600_000).toISOString().slice(0, 16));
};

describe('the windows of a portfolio history', () => {
  it.each([
    ['a session', { period: '1D', timeframe: '5Min' }, 42, '2026-11-27T09:30', '2026-11-27T12:55'],
    ['days', { period: '3D', timeframe: '1D' }, 3, '2026-11-24T09:30', '2026-11-27T09:30'],
    ['a week', { period: '1W', timeframe: '15Min' }, 92, '2026-11-23T09:30', '2026-11-27T12:45'],
    ['a month', {}, 22, '2026-10-28T08:30', '2026-11-27T09:30'],
    ['a year', { period: '1A' }, 250, '2025-12-01T09:30', '2026-11-27T09:30'],
  ])('cover %s', (_, query, count, first, last) => {
    expect(windows(query).startsMs).toHaveLength(count);
    expect(hours(query)).toEqual([first, last]);
  });

  it('begin with the one in which the account was created', () => {
    const { startsMs } = windows({ timeframe: '1D' }, at('2026-11-26T12:00'));
    expect(startsMs).toEqual(['2026-11-25T09:30', '2026-11-27T09:30'].map(at));
  });

  it('do not begin before the session of a day', () => {
    const { startsMs } = windows(
      { period: '1D', timeframe: '1D' },
      CREATED,
      at('2026-11-27T09:29'),
    );
    expect(startsMs).toEqual([at('2026-11-25T09:30')]);
  });

  it('are days for more than thirty days', () => {
    expect(() => windows({ period: '2M', timeframe: '15Min' })).toThrow(BrokerError);
    expect(windows({ period: '2M' }).timeframe).toBe('1D');
  });
});

describe('the past of an account', () => {
  const trade = (atMs: number, amount: number, quantity: number) =>
    ({ atMs, cents: cents(amount), symbol: 'A', quantity: BigInt(quantity) }) as never;
  const transfer = (atMs: number, amount: number) =>
    ({ atMs, cents: cents(amount), symbol: null, quantity: 0n }) as never;
  /** Returns a value whose price equals the time. */
  const valueAt = (_: string, quantity: bigint, atMs: number) => quantity * BigInt(atMs);

  it('excludes movements at or after each moment', () => {
    const present = { cash: 50n, quantities: new Map([['A', 2n]]) };
    const movements = [transfer(30, -100), trade(20, -50, 2), transfer(10, 200)];
    const past = rewind(present, movements, [10, 20, 21, 31], valueAt);
    expect(past).toEqual([
      { equity: 0n, transferred: 0n },
      { equity: 200n, transferred: 200n },
      { equity: 192n, transferred: 200n },
      { equity: 112n, transferred: 100n },
    ]);
    const body = historyBody({ timeframe: '1D', startsMs: [10, 20, 21], endMs: 30 }, past);
    expect(body).toMatchObject({ equity: [2, 1.92, 1.12], profit_loss: [0, -0.08, 0.12] });
  });
});
