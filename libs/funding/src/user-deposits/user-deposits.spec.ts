import { describe, expect, it } from '@jest/globals';
import { rowAfter, rowsAfter } from '../../../../test/support/given.js';
import * as example from '../deposit/deposit.examples.js';
import { depositView } from './deposit.view.js';
import {
  DEPOSIT_STATUSES,
  type DepositRow,
  depositRows,
  userDeposits,
} from './user-deposits.projection.js';

const { accepted, adjusted, completed, completedLate, delayed, failed, held } = example;
const { canceled, journalsRecorded, requested, reversed, started } = example;

const shown = (...events: (typeof requested)[]) =>
  depositView(rowAfter(depositRows, ...events) as DepositRow);

describe('a deposit as partners see it', () => {
  it('shows amounts in dollars and the net amount', () =>
    expect(shown(requested)).toMatchObject({
      id: 'd-1',
      direction: 'DEPOSIT',
      amount: 100,
      fee: 1.5,
      netAmount: 98.5,
      status: 'pending',
      statusReason: '',
      completedAt: null,
    }));
  it.each([
    ['processing', [started]],
    ['pending', [started, delayed]],
    ['processing', [started, accepted]],
    ['processing', [started, accepted, held]],
    ['completed', [started, accepted, completed]],
    ['failed', [started, failed]],
    ['completed', [started, failed, completedLate]],
    ['reversed', [started, completed, reversed]],
    ['pending', [started, delayed, started, delayed]],
    ['failed', [started, delayed, failed]],
    ['completed', [started, accepted, failed, completedLate]],
    ['reversed', [started, failed, completedLate, reversed]],
    ['canceled', [canceled]],
  ])('is %s', (status, events) => expect(shown(requested, ...events)).toMatchObject({ status }));
  it('shows the user, the time of the request, and the time of the last change', () => {
    const later = '2026-03-16T12:00:05.000Z';
    const changed = { ...completed, data: { ...completed.data, at: later } } as typeof completed;
    const { depositRows: rows } = rowsAfter(userDeposits, requested);
    expect(rows).toEqual([
      {
        ...{ id: 'd-1', partnerId: 'p-1', userId: 'u-1', externalId: 'x-1' },
        ...{ direction: 'DEPOSIT', amountCents: 100_00n, feeCents: 1_50n, bookedCents: 0n },
        ...{ status: 'pending', statusReason: '' },
        ...{ createdAt: requested.data.at, updatedAt: requested.data.at, completedAt: null },
      },
    ]);
    expect(rowAfter(depositRows, requested, changed)).toMatchObject({
      ...{ createdAt: requested.data.at, updatedAt: later, completedAt: later },
    });
  });
  it.each([
    ['nothing before its completion', [started, accepted], 0],
    ['the net amount', [started, completed], 98_50],
    ['the net amount, if it was completed late', [started, failed, completedLate], 98_50],
    ['the net amount beside an unbooked credit', [started, completed, journalsRecorded], 98_50],
    ['the rest after a change', [started, completed, adjusted], 60_00],
    ['nothing after a reversal', [started, completed, reversed], 0],
  ])('has in the ledger: %s', (_, events, booked) =>
    expect(rowAfter(depositRows, requested, ...events)).toMatchObject({
      bookedCents: BigInt(booked),
    }),
  );
  it('can be filtered by every status', () =>
    expect(DEPOSIT_STATUSES).toEqual([
      ...['pending', 'processing', 'completed', 'failed', 'canceled', 'reversed'],
    ]));
  it('shows why it waits, until it no longer waits', () => {
    expect(shown(requested, started, delayed).statusReason).toMatch(/^Waiting for the pre-funded/);
    expect(shown(requested, started, delayed, started).statusReason).toBe('');
  });
  it.each([
    ['is executed', completed],
    ['goes on', accepted],
  ])('shows that the broker holds it, until the broker %s', (_, next) => {
    const waits = [requested, started, accepted, held] as const;
    expect(shown(...waits).statusReason).toMatch(/^Waiting for the broker to approve/);
    expect(shown(...waits, next).statusReason).toBe('');
  });
});
