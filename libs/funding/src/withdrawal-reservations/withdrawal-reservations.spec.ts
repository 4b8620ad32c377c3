import { describe, expect, it } from '@jest/globals';
import { cents } from '#kernel/money.js';
import { fold } from '#kernel/event-store/stream.js';
import { given } from '../../../../test/support/given.js';
import * as deposit from '../deposit/deposit.examples.js';
import { deposits } from '../deposit/deposit.state.js';
import { settleWithdrawal } from '../jobs.js';
import {
  endOf,
  endReservation,
  sequence,
  requireWithinDay,
  reserveWithdrawal,
} from './withdrawal-reservations.decide.js';
import { ended, reserved, terms } from './withdrawal-reservations.examples.js';
import type { WithdrawalReservationEvent } from './withdrawal-reservations.events.js';
import { withdrawalReservationPolicy } from './withdrawal-reservations.policy.js';
import {
  type WithdrawalReservation,
  countedCents,
  heldCents,
  withdrawalReservations,
} from './withdrawal-reservations.state.js';

const { noon, ofWithdrawal } = deposit;
const DAY = '2026-03-16';
const executed = ended('executed');
const released = ended('released');
const other = (amountCents: number) => ({
  ...{ ...terms, depositId: 'd-2', externalId: 'x-2' },
  amountCents: cents(amountCents),
});
const reserve = (cash: number, wanted = terms) =>
  reserveWithdrawal(wanted, cents(cash), 'r-1', noon);
const changed = <Event extends WithdrawalReservationEvent>(event: Event, data: object): Event => ({
  ...event,
  data: { ...event.data, ...data },
});

describe('reserving cash', () => {
  it('reserves the whole amount', () =>
    given(withdrawalReservations).when(reserve(98_50)).then(reserved));
  it('rejects one cent more than there is', () =>
    given(withdrawalReservations)
      .when(reserve(98_49))
      .thenRefused('insufficient_withdrawable_cash'));
  it.each([
    [100_00, '1.50'],
    [98_50, '0.00'],
    [50_00, '0.00'],
    [-5_00, '0.00'],
  ])('names the rest of %i cents after an open withdrawal', (cash, left) => {
    const { state } = given(withdrawalReservations, reserved);
    expect(() => reserve(cash, other(1_51))(state)).toThrow(`must be at most ${left}, `);
  });
  it('holds an open withdrawal to the last cent', () =>
    given(withdrawalReservations, reserved)
      .when(reserve(100_00, other(1_50)))
      .thenTypes('WithdrawalReserved'));
  it.each([
    ['executed', executed],
    ['released', released],
  ])('no longer holds a withdrawal that was %s', (_, end) =>
    given(withdrawalReservations, reserved, end)
      .when(reserve(100_00, other(100_00)))
      .thenTypes('WithdrawalReserved'),
  );
  it('reserves once for one withdrawal, with any cash left', () =>
    given(withdrawalReservations, reserved).when(reserve(0)).thenNothing());
  it('rejects the externalId with another amount', () =>
    given(withdrawalReservations, reserved)
      .when(reserve(98_50, { ...terms, amountCents: cents(1) }))
      .thenRefused('external_id_already_exists'));
  it('sees the ends that are recorded with it', () => {
    const both = sequence(endReservation('d-1', 'executed', noon), reserve(2_00, other(2_00)));
    given(withdrawalReservations, reserved)
      .when(both)
      .thenTypes('WithdrawalReservationEnded', 'WithdrawalReserved');
  });
});

describe('the daily limit', () => {
  const within = (amountCents: number, ...events: WithdrawalReservationEvent[]) =>
    requireWithinDay(
      given(withdrawalReservations, ...events).state,
      cents(amountCents),
      cents(100_00),
      noon,
    );
  it('accepts the last cent', () => expect(() => within(1_50, reserved)).not.toThrow());
  it('rejects one cent more', () => expect(() => within(1_51, reserved)).toThrow(/at most 1\.50/));
  it('counts an executed withdrawal', () =>
    expect(() => within(1_51, reserved, executed)).toThrow(/at most 1\.50/));
  it('does not count a released one, until it is executed after all', () => {
    expect(() => within(100_00, reserved, released)).not.toThrow();
    expect(() => within(1_51, reserved, released, executed)).toThrow(/at most 1\.50/);
  });
  it('starts again at midnight UTC', () =>
    expect(() =>
      within(100_00, changed(reserved, { at: '2026-03-15T23:59:59.999Z' })),
    ).not.toThrow());
});

describe('the reservations of a user', () => {
  const at = (day: string, depositId: string) =>
    changed(reserved, { at: `${day}T12:00:00.000Z`, depositId });
  it('forget ended ones after the day before, and never an open one', () => {
    const history = [at('2026-03-01', 'd-0'), at('2026-03-14', 'd-1'), executed];
    const state = fold(withdrawalReservations, [...history, at(DAY, 'd-3')]);
    expect(state.map((each) => each.terms.depositId)).toEqual(['d-0', 'd-3']);
    expect(heldCents(state)).toBe(197_00n);
    expect(countedCents(state, DAY)).toBe(98_50n);
  });
  it('keep yesterday’s', () => {
    const state = fold(withdrawalReservations, [at('2026-03-15', 'd-1'), executed, at(DAY, 'd-3')]);
    expect(countedCents(state, '2026-03-15')).toBe(98_50n);
  });
});

describe('ending a reservation', () => {
  const end = (how: 'executed' | 'released') => endReservation('d-1', how, noon);
  it.each(['executed', 'released'] as const)('records it: %s', (how) =>
    given(withdrawalReservations, reserved).when(end(how)).then(ended(how)),
  );
  it('ignores a repeat', () =>
    given(withdrawalReservations, reserved, executed).when(end('executed')).thenNothing());
  it('counts a withdrawal that was executed after its failure', () =>
    given(withdrawalReservations, reserved, released).when(end('executed')).then(executed));
  it('ignores a withdrawal without a reservation', () =>
    given(withdrawalReservations).when(end('executed')).thenNothing());
});

describe('a reservation', () => {
  const [reservation] = given(withdrawalReservations, reserved).state as [WithdrawalReservation];
  const { canceled, completed, completedLate, failed, requested, reversed, started } = deposit;
  const of = (...events: (typeof requested)[]) =>
    fold(deposits, [requested, ...events].map(ofWithdrawal));
  it.each([
    ['pending', [], null],
    ['processing', [started], null],
    ['completed', [started, completed], 'executed'],
    ['reversed', [started, completed, reversed], 'executed'],
    ['failed', [started, failed], 'released'],
    ['canceled', [canceled], 'released'],
    ['completed late', [started, failed, completedLate], 'executed'],
  ])('ends with its withdrawal: %s', (_, events, end) =>
    expect(endOf(reservation, of(...events))).toBe(end),
  );
  it('stays while its withdrawal does not exist', () =>
    expect(endOf(reservation, deposits.initial)).toBeNull());
  it('ends if its externalId became another transaction', () => {
    expect(endOf(reservation, fold(deposits, [requested]))).toBe('released');
    const anothers = {
      ...requested,
      data: { ...requested.data, userId: 'u-2' },
    } as typeof requested;
    expect(endOf(reservation, fold(deposits, [ofWithdrawal(anothers)]))).toBe('released');
  });
});

describe('the policy of reservations', () => {
  const id = 'd-1.u-1';
  it('enqueues a job for a reservation', () =>
    expect(withdrawalReservationPolicy(reserved)).toEqual([
      { kind: 'schedule', job: settleWithdrawal, id, at: new Date(noon.getTime() + 5_000) },
    ]));
  it('cancels the job at the end', () =>
    expect(withdrawalReservationPolicy(executed)).toEqual([
      { kind: 'cancel', job: settleWithdrawal, id },
    ]));
  it('is traced by the withdrawal, not by the user', () =>
    expect(settleWithdrawal.traceName?.(id)).toBe('d-1'));
});
