import { describe, expect, it } from '@jest/globals';
import { projected } from '../../../../test/support/given.js';
import * as example from '../deposit/deposit.examples.js';
import { depositView } from './deposit.view.js';
import { userDeposits } from './user-deposits.projection.js';

const { accepted, completed, delayed, failed, requested, reversed, started } = example;

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
    ['completed', [started, accepted, completed]],
    ['failed', [started, failed]],
    ['reversed', [started, completed, reversed]],
  ])('is %s', (status, events) => expect(shown(requested, ...events)).toMatchObject({ status }));
  it('says why it waits, and stops saying so', () => {
    expect(shown(requested, started, delayed).statusReason).toMatch(/^Waiting for the pre-funded/);
    expect(shown(requested, started, delayed, started).statusReason).toBe('');
  });
  it('keeps its place in the list of all', () =>
    expect(projected(userDeposits, requested, started, completed).indexes).toEqual({
      all: { 'd-1': 1n },
    }));
});
