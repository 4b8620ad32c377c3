import { describe, expect, it } from '@jest/globals';
import { rowAfter, rowsAfter } from '../../../../test/support/given.js';
import * as example from '../deposit/deposit.examples.js';
import { depositView } from './deposit.view.js';
import {
  DEPOSIT_STATUSES,
  type DepositRow,
  depositRows,
  userDeposits,
} from './user-deposits.read-model.js';

const { accepted, completed, completedLate, delayed, failed, held } = example;
const { requested, reversed, started } = example;

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
  ])('is %s', (status, events) => expect(shown(requested, ...events)).toMatchObject({ status }));
  it('says whose it is, when it was asked for, and when it last changed', () => {
    const later = '2026-03-16T12:00:05.000Z';
    const changed = { ...completed, data: { ...completed.data, at: later } } as typeof completed;
    const { depositRows: rows } = rowsAfter(userDeposits, requested);
    expect(rows).toEqual([
      {
        ...{ id: 'd-1', partnerId: 'p-1', userId: 'u-1', externalId: 'x-1' },
        ...{ amountCents: 100_00n, feeCents: 1_50n, status: 'pending', statusReason: '' },
        ...{ createdAt: requested.data.at, updatedAt: requested.data.at, completedAt: null },
      },
    ]);
    expect(rowAfter(depositRows, requested, changed)).toMatchObject({
      ...{ createdAt: requested.data.at, updatedAt: later, completedAt: later },
    });
  });
  it('may be asked for by every status it can have', () =>
    expect(DEPOSIT_STATUSES).toEqual([
      ...['pending', 'processing', 'completed', 'failed', 'reversed'],
    ]));
  it('says why it waits, and stops saying so', () => {
    expect(shown(requested, started, delayed).statusReason).toMatch(/^Waiting for the pre-funded/);
    expect(shown(requested, started, delayed, started).statusReason).toBe('');
  });
  it.each([
    ['is executed', completed],
    ['goes on', accepted],
  ])('says that the broker holds it, and no more once it %s', (_, next) => {
    const waits = [requested, started, accepted, held] as const;
    expect(shown(...waits).statusReason).toMatch(/^Waiting for the broker to approve/);
    expect(shown(...waits, next).statusReason).toBe('');
  });
});
