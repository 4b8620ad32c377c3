import { describe, expect, it } from '@jest/globals';
import { indexOf } from '#platform/read-models/status-indexes.js';
import { projected } from '../../../../test/support/given.js';
import * as example from '../deposit/deposit.examples.js';
import { depositView } from './deposit.view.js';
import { DEPOSIT_STATUSES, userDeposits } from './user-deposits.projection.js';

const { accepted, completed, completedLate, delayed, failed, held } = example;
const { requested, reversed, started } = example;

const shown = (...events: (typeof requested)[]) =>
  depositView(projected(userDeposits, ...events).docs['d-1'] ?? {});

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
  ])('is %s', (status, events) => expect(shown(requested, ...events)).toMatchObject({ status }));
  it('says whose it is, when it was asked for, and when it last changed', () => {
    const later = '2026-03-16T12:00:05.000Z';
    const changed = { ...completed, data: { ...completed.data, at: later } } as typeof completed;
    expect(projected(userDeposits, requested).docs['d-1']).toEqual({
      ...{ id: 'd-1', partnerId: 'p-1', userId: 'u-1', externalId: 'x-1' },
      ...{ amountCents: '10000', feeCents: '150', status: 'pending', statusReason: '' },
      ...{ createdAt: requested.data.at, updatedAt: requested.data.at },
    });
    expect(projected(userDeposits, requested, changed).docs['d-1']).toMatchObject({
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

describe('the lists of deposits', () => {
  const indexes = (...events: (typeof requested)[]) => {
    const { indexes: found } = projected(userDeposits, requested, ...events);
    return Object.keys(found).filter((name) => Object.keys(found[name] ?? {}).length > 0);
  };
  it.each([
    ['pending', []],
    ['processing', [started]],
    ['pending', [started, delayed]],
    ['processing', [accepted]],
    ['processing', [accepted, held]],
    ['processing', [started, delayed, started, accepted]],
    ['completed', [completed]],
    ['completed', [started, delayed, completed]],
    ['completed', [started, accepted, completed]],
    ['failed', [failed]],
    ['failed', [started, delayed, failed]],
    ['failed', [started, failed]],
    ['failed', [started, accepted, failed]],
    ['completed', [started, accepted, failed, completedLate]],
    ['reversed', [started, failed, completedLate, reversed]],
    ['reversed', [started, completed, reversed]],
  ] as const)('hold it under %s alone, with its user and without', (status, events) =>
    expect(indexes(...events)).toEqual([
      indexOf({}),
      indexOf({ owner: 'u-1' }),
      indexOf({ status }),
      indexOf({ owner: 'u-1', status }),
    ]),
  );
  it('keep it where it was requested', () => {
    const found = projected(userDeposits, requested, started, completed).indexes;
    expect(found[indexOf({})]).toEqual({ 'd-1': 1n });
    expect(found[indexOf({ owner: 'u-1', status: 'completed' })]).toEqual({ 'd-1': 1n });
  });
});
