import { describe, expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { fold } from '#kernel/event-store/stream.js';
import { given } from '../../../../test/support/given.js';
import * as deposit from '../deposit/deposit.examples.js';
import { deposits } from '../deposit/deposit.state.js';
import { settleReservation } from '../jobs.js';
import {
  reasonForRelease,
  releaseDeposit,
  reserveDeposit,
  restoreDeposit,
} from './daily-funding.decide.js';
import { day, limitCents, released, reserved, restored } from './daily-funding.examples.js';
import { dailyFunding, isReleased } from './daily-funding.state.js';
import { dailyFundingPolicy } from './daily-funding.policy.js';

const { noon, terms } = deposit;
const nextDay = new Date('2026-03-17T00:00:01.000Z');
const other = (amountCents: number) => ({
  ...terms,
  depositId: 'd-2',
  externalId: 'x-2',
  amountCents: cents(amountCents),
});
const reserve = (wanted = terms) => reserveDeposit(wanted, limitCents, 'r-1', noon);

describe('reserving a part of the day’s limit', () => {
  it('reserves the gross amount of the deposit', () =>
    given(dailyFunding).when(reserve()).then(reserved));
  it('accepts the last cent of the limit', () =>
    given(dailyFunding, reserved)
      .when(reserve(other(150_00)))
      .thenTypes('DailyFundingReserved'));
  it('rejects one cent more', () =>
    given(dailyFunding, reserved)
      .when(reserve(other(150_01)))
      .thenRefused('limit_exceeded'));
  it.each([
    [250_00, '150.00'],
    [100_00, '0.00'],
    [99_99, '0.00'],
  ])('reports the rest of a limit of %i cents', (limit, left) => {
    const { state } = given(dailyFunding, reserved);
    const wanted = reserveDeposit(other(250_00), cents(limit), 'r-2', noon);
    expect(() => wanted(state)).toThrow(
      `must be at most ${left}, the rest of this user’s daily limit of`,
    );
  });
  it('releases the amount of a failed deposit', () =>
    given(dailyFunding, reserved, released)
      .when(reserve(other(250_00)))
      .thenTypes('DailyFundingReserved'));
  it('reserves once for one deposit, even beyond a limit that was lowered', () =>
    given(dailyFunding, reserved)
      .when(reserveDeposit(terms, cents(1), 'r-2', noon))
      .thenNothing());
  it('rejects the externalId with another amount', () =>
    given(dailyFunding, reserved)
      .when(reserve({ ...terms, amountCents: cents(1) }))
      .thenRefused('external_id_already_exists'));
});

const secondReserved = {
  ...reserved,
  data: { ...reserved.data, depositId: 'd-2', externalId: 'x-2' },
} as typeof reserved;

describe('releasing a reservation', () => {
  const release = releaseDeposit('d-1', 'The deposit failed', noon);
  it('records it', () => given(dailyFunding, reserved).when(release).then(released));
  it('releases it on the day of the reservation, even after that day', () =>
    given(dailyFunding, reserved)
      .when(releaseDeposit('d-1', 'The deposit failed', nextDay))
      .then({
        ...released,
        data: { ...released.data, at: nextDay.toISOString() },
      } as typeof released));
  it('releases it once', () => given(dailyFunding, reserved, released).when(release).thenNothing());
  it('ignores a deposit without a reservation', () =>
    given(dailyFunding).when(release).thenNothing());
});

describe('restoring the reservation of a deposit that was executed after its failure', () => {
  const restore = restoreDeposit('d-1', noon);
  it('records it', () => given(dailyFunding, reserved, released).when(restore).then(restored));
  it('ignores a reservation that was not released', () => {
    given(dailyFunding, reserved).when(restore).thenNothing();
    return given(dailyFunding, reserved, released, restored).when(restore).thenNothing();
  });
  it('ignores a deposit without a reservation', () =>
    given(dailyFunding).when(restore).thenNothing());
  it('uses its part of the limit again', () =>
    given(dailyFunding, reserved, released, restored)
      .when(reserve(other(150_01)))
      .thenRefused('limit_exceeded'));
  it('can be released and restored again, independently of other deposits', () => {
    const again = [reserved, secondReserved, released, restored];
    expect(given(dailyFunding, ...again).state.reservedCents).toBe(200_00n);
    return given(dailyFunding, ...again)
      .when(releaseDeposit('d-1', 'The deposit failed', noon))
      .then(released);
  });
  it('keeps other releases, in any order', () => {
    const ofSecond = {
      ...released,
      data: { ...released.data, depositId: 'd-2' },
    } as typeof released;
    for (const both of [
      [released, ofSecond],
      [ofSecond, released],
    ]) {
      const { state } = given(dailyFunding, reserved, secondReserved, ...both, restored);
      expect(state.reservedCents).toBe(100_00n);
      expect([isReleased(state, 'd-1'), isReleased(state, 'd-2')]).toEqual([false, true]);
    }
  });
});

describe('a deposit counts on the day of its reservation', () => {
  const { completed, failed, requested, reversed, started } = deposit;
  const here = { userId: 'u-1', day };
  const state = (...events: (typeof requested)[]) => fold(deposits, [requested, ...events]);
  it.each([
    ['pending', []],
    ['completed', [started, completed]],
    ['reversed', [started, completed, reversed]],
  ])('%s: yes', (_, events) => expect(reasonForRelease(state(...events), here)).toBeNull());
  it('if it does not exist yet', () => expect(reasonForRelease(deposits.initial, here)).toBeNull());
  it('failed: no', () =>
    expect(reasonForRelease(state(started, failed), here)).toBe('The deposit failed'));
  it('unless it was created from a reservation of another day', () =>
    expect(reasonForRelease(state(), { ...here, day: '2026-03-17' })).toMatch(/another/));
  it('unless it failed, also on the day after', () => {
    const late = {
      ...failed,
      data: { ...failed.data, at: nextDay.toISOString() },
    } as typeof failed;
    expect(reasonForRelease(state(started, late), here)).toBe('The deposit failed');
  });
  it('if it completed on the day after', () => {
    const late = { ...completed, data: { ...completed.data, at: nextDay.toISOString() } };
    const deposit = state(started, late as typeof completed);
    expect(reasonForRelease(deposit, here)).toBeNull();
    expect(reasonForRelease(deposit, { ...here, day: '2026-03-17' })).toMatch(/another/);
  });
  it('unless it belongs to another user', () =>
    expect(reasonForRelease(state(), { ...here, userId: 'u-2' })).toMatch(/another/));
});

describe('the policy of the daily limit', () => {
  const id = 'd-1.2026-03-16.u-1';
  it('enqueues a job for a reservation', () =>
    expect(dailyFundingPolicy(reserved)).toEqual([
      { kind: 'schedule', job: settleReservation, id, at: new Date(noon.getTime() + 5_000) },
    ]));
  it('cancels the job on the release', () =>
    expect(dailyFundingPolicy(released)).toEqual([{ kind: 'cancel', job: settleReservation, id }]));
  it('cancels the job on the restoration', () =>
    expect(dailyFundingPolicy(restored)).toEqual([{ kind: 'cancel', job: settleReservation, id }]));
  it('cancels the job of a reservation of the day before', () =>
    expect(
      dailyFundingPolicy({
        ...released,
        data: { ...released.data, at: nextDay.toISOString() },
      } as typeof released),
    ).toEqual([{ kind: 'cancel', job: settleReservation, id }]));
  it('is traced by the deposit, not by the user', () =>
    expect(settleReservation.traceName?.(id)).toBe('d-1'));
});
