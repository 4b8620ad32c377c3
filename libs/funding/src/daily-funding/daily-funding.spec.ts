import { describe, expect, it } from '@jest/globals';
import { cents } from '#platform/core/money.js';
import { fold } from '#platform/event-store/stream.js';
import { given } from '../../../../test/support/given.js';
import * as deposit from '../deposit/deposit.examples.js';
import { deposits } from '../deposit/deposit.state.js';
import { settleReservation } from '../settle-reservation/settle-reservation.job.js';
import {
  reasonForRelease,
  releaseDeposit,
  reserveDeposit,
  restoreDeposit,
} from './daily-funding.decide.js';
import { day, limitCents, released, reserved, restored } from './daily-funding.examples.js';
import { dailyFunding, isReleased } from './daily-funding.state.js';
import { dailyFundingWorkflow } from './daily-funding.workflow.js';

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
  it('keeps the whole deposit, before its fee', () =>
    given(dailyFunding).when(reserve()).then(reserved));
  it('lets the last cent of the limit go', () =>
    given(dailyFunding, reserved)
      .when(reserve(other(150_00)))
      .thenTypes('DailyFundingReserved'));
  it('refuses a cent more', () =>
    given(dailyFunding, reserved)
      .when(reserve(other(150_01)))
      .thenRefused('limit_exceeded'));
  it.each([
    [250_00, '150.00'],
    [100_00, '0.00'],
    [99_99, '0.00'],
  ])('says what a limit of %i cents leaves', (limit, left) => {
    const { state } = given(dailyFunding, reserved);
    const wanted = reserveDeposit(other(250_00), cents(limit), 'r-2', noon);
    expect(() => wanted(state)).toThrow(`must be at most ${left}, what the daily limit of`);
  });
  it('has room again after a failure', () =>
    given(dailyFunding, reserved, released)
      .when(reserve(other(250_00)))
      .thenTypes('DailyFundingReserved'));
  it('reserves once for one deposit, even beyond a limit that was lowered', () =>
    given(dailyFunding, reserved)
      .when(reserveDeposit(terms, cents(1), 'r-2', noon))
      .thenNothing());
  it('refuses the externalId for another amount', () =>
    given(dailyFunding, reserved)
      .when(reserve({ ...terms, amountCents: cents(1) }))
      .thenRefused('external_id_already_exists'));
});

const secondReserved = {
  ...reserved,
  data: { ...reserved.data, depositId: 'd-2', externalId: 'x-2' },
} as typeof reserved;

describe('giving it back', () => {
  const release = releaseDeposit('d-1', 'The deposit failed', noon);
  it('records it', () => given(dailyFunding, reserved).when(release).then(released));
  it('gives it back to the day that it was reserved on, when that is over', () =>
    given(dailyFunding, reserved)
      .when(releaseDeposit('d-1', 'The deposit failed', nextDay))
      .then({
        ...released,
        data: { ...released.data, at: nextDay.toISOString() },
      } as typeof released));
  it('gives back once', () => given(dailyFunding, reserved, released).when(release).thenNothing());
  it('gives back nothing that was never reserved', () =>
    given(dailyFunding).when(release).thenNothing());
});

describe('counting a deposit again that was executed after all', () => {
  const restore = restoreDeposit('d-1', noon);
  it('records it', () => given(dailyFunding, reserved, released).when(restore).then(restored));
  it('restores nothing that was not given back', () => {
    given(dailyFunding, reserved).when(restore).thenNothing();
    return given(dailyFunding, reserved, released, restored).when(restore).thenNothing();
  });
  it('restores nothing that was never reserved', () =>
    given(dailyFunding).when(restore).thenNothing());
  it('leaves no room for what it takes up', () =>
    given(dailyFunding, reserved, released, restored)
      .when(reserve(other(150_01)))
      .thenRefused('limit_exceeded'));
  it('may be given back and counted once more, beside others', () => {
    const again = [reserved, secondReserved, released, restored];
    expect(given(dailyFunding, ...again).state.reservedCents).toBe(200_00n);
    return given(dailyFunding, ...again)
      .when(releaseDeposit('d-1', 'The deposit failed', noon))
      .then(released);
  });
  it('leaves what else was given back, whichever came first', () => {
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

describe('whether a deposit counts on the day it was reserved for', () => {
  const { completed, failed, requested, reversed, started } = deposit;
  const here = { userId: 'u-1', day };
  const state = (...events: (typeof requested)[]) => fold(deposits, [requested, ...events]);
  it.each([
    ['pending', []],
    ['completed', [started, completed]],
    ['reversed', [started, completed, reversed]],
  ])('%s: yes', (_, events) => expect(reasonForRelease(state(...events), here)).toBeNull());
  it('not there yet: yes, for it may still come', () =>
    expect(reasonForRelease(deposits.initial, here)).toBeNull());
  it('failed: no', () =>
    expect(reasonForRelease(state(started, failed), here)).toBe('The deposit failed'));
  it('made of a reservation of another day: no', () =>
    expect(reasonForRelease(state(), { ...here, day: '2026-03-17' })).toMatch(/another/));
  it('failed on the day after: no, and on its own day', () => {
    const late = {
      ...failed,
      data: { ...failed.data, at: nextDay.toISOString() },
    } as typeof failed;
    expect(reasonForRelease(state(started, late), here)).toBe('The deposit failed');
  });
  it('completed on the day after: yes, on the day of its request alone', () => {
    const late = { ...completed, data: { ...completed.data, at: nextDay.toISOString() } };
    const deposit = state(started, late as typeof completed);
    expect(reasonForRelease(deposit, here)).toBeNull();
    expect(reasonForRelease(deposit, { ...here, day: '2026-03-17' })).toMatch(/another/);
  });
  it('made for another user: no', () =>
    expect(reasonForRelease(state(), { ...here, userId: 'u-2' })).toMatch(/another/));
});

describe('what happens next', () => {
  const id = 'd-1.2026-03-16.u-1';
  it('looks after a reservation whose deposit does not come', () =>
    expect(dailyFundingWorkflow(reserved)).toEqual([
      { kind: 'due', job: settleReservation, id, at: new Date(noon.getTime() + 5_000) },
    ]));
  it('ends with the release', () =>
    expect(dailyFundingWorkflow(released)).toEqual([
      { kind: 'clear', job: settleReservation, id },
    ]));
  it('ends with its being counted again', () =>
    expect(dailyFundingWorkflow(restored)).toEqual([
      { kind: 'clear', job: settleReservation, id },
    ]));
  it('ends the wait that began on the day before', () =>
    expect(
      dailyFundingWorkflow({
        ...released,
        data: { ...released.data, at: nextDay.toISOString() },
      } as typeof released),
    ).toEqual([{ kind: 'clear', job: settleReservation, id }]));
  it('is traced by the deposit, and not by the user', () =>
    expect(settleReservation.traceName?.(id)).toBe('d-1'));
});
