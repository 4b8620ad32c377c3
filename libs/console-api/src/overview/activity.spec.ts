import { describe, expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { rowsAfter } from '../../../../test/support/given.js';
import {
  type ActivityEvent,
  activity,
  type activityTable,
  minuteOf,
} from './activity.projection.js';
import type { ReadRow } from '#kernel/projection/table.js';
import { hourOf } from './hour.js';
import { medianMs, tookField } from './latency-histogram.js';

const noon = new Date('2026-03-16T12:00:00.000Z');
const NOON_MS = noon.getTime();
const about = {
  direction: 'DEPOSIT',
  ...{ depositId: 'd-1', partnerId: 'p-1', userId: 'u-1' },
  at: noon.toISOString(),
} as const;
const amounts = { amountCents: cents(100_00), feeCents: cents(1_50) };
const requested: ActivityEvent = {
  type: 'DepositRequested',
  data: { ...about, ...amounts, externalId: 'x-1', accountId: 'a-1' },
};
const started: ActivityEvent = { type: 'DepositStarted', data: { ...about, attempt: 1 } };
const completed: ActivityEvent = {
  type: 'DepositCompleted',
  data: { ...about, ...amounts, journalId: 'j-1', requestedAt: about.at },
};
const failed: ActivityEvent = {
  type: 'DepositFailed',
  data: { ...about, ...amounts, reason: 'The broker says rejected' },
};
const at = (ms: number, { type, data }: ActivityEvent, sinceMs?: number) => {
  const time = { at: new Date(NOON_MS + ms).toISOString() };
  const since =
    sinceMs === undefined ? {} : { requestedAt: new Date(NOON_MS + sinceMs).toISOString() };
  return { type, data: { ...data, ...time, ...since } } as ActivityEvent;
};
const failedOrders = (type: 'OrderRejected' | 'OrderCanceled' | 'OrderExpired') =>
  hourOf(counted({ type, data: about } as unknown as ActivityEvent), noon).kinds.orders.failed.at(
    -1,
  );
const counted = (...events: ActivityEvent[]) =>
  (rowsAfter(activity, ...events)['activity'] ?? []) as ReadRow<
    (typeof activityTable)['columns']
  >[];
const hour = (nowMs: number, ...events: ActivityEvent[]) =>
  hourOf(counted(...events), new Date(NOON_MS + nowMs)).kinds.deposits;

describe('the last hour', () => {
  it('counts starts and ends in each minute', () => {
    const {
      begun,
      done,
      failed: not,
    } = hour(
      90_000,
      at(0, requested),
      at(59_999, requested),
      at(60_000, requested),
      at(61_000, started),
      at(62_000, completed),
      at(63_000, failed),
    );
    expect([begun.slice(-2), done.slice(-2), not.slice(-2)]).toEqual([
      [2, 1],
      [0, 1],
      [0, 1],
    ]);
    expect(begun).toHaveLength(60);
  });

  it.each(['OrderRejected', 'OrderExpired'] as const)('counts %s as failed', (type) =>
    expect(failedOrders(type)).toBe(1),
  );

  it('does not count a canceled order as failed', () =>
    expect(failedOrders('OrderCanceled')).toBe(0));

  it('adds up the partners', () => {
    const one = counted(at(0, requested));
    expect(hourOf([...one, ...one], noon).kinds.deposits.begun.at(-1)).toBe(2);
  });

  it('omits minutes older than an hour', () => {
    const events = [at(0, requested), at(1, completed, 0)];
    expect(hour(59 * 60_000, ...events).begun.at(0)).toBe(1);
    const later = hour(60 * 60_000, ...events);
    expect([later.begun.at(0), later.medianMs]).toEqual([0, null]);
  });

  it('has the median duration of completed work', () => {
    const { medianMs: found } = hour(
      10_000,
      at(200, completed, 0),
      at(1_000, completed, 0),
      at(9_000, completed, 0),
    );
    expect(found).toBeGreaterThan(900);
    expect(found).toBeLessThan(1_100);
  });

  it('has no median for events without a start time', () => {
    const { requestedAt: _, ...data } = completed.data as { requestedAt: string };
    expect(hour(1_000, at(0, { ...completed, data } as ActivityEvent))).toMatchObject({
      ...{ medianMs: null },
    });
  });
});

describe('buckets of time', () => {
  it.each([-5, 0, 1, 2, 250, 60_000, 86_400_000])('hold %d ms within a tenth', (ms) => {
    const middle = medianMs([[tookField(ms), 1]]) ?? NaN;
    expect(Math.abs(middle - Math.max(1, ms))).toBeLessThanOrEqual(Math.max(1, ms / 10));
  });
  it('are minutes of the clock', () => expect(minuteOf(119_999)).toBe(1));
});
