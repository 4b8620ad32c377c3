import { describe, expect, it } from '@jest/globals';
import type { PartnerEvent } from '#auth';
import type { DepositEvent } from '#funding';
import { cents } from '#platform/core/money.js';
import { projected } from '../../../../test/support/given.js';
import { OPEN, settlementTotals } from './settlement-totals.projection.js';
import { settlementView } from './settlement.view.js';

const at = '2026-03-16T12:00:00.000Z';
const about = { depositId: 'd-1', partnerId: 'p-1', userId: 'u-1', at };
const amounts = { amountCents: cents(100_00), feeCents: cents(1_50) };
const journalId = 'j-1';

const created: PartnerEvent = {
  type: 'PartnerCreated',
  data: { partnerId: 'p-1', name: 'Acme', at },
};
const requested: DepositEvent = {
  type: 'DepositRequested',
  data: { ...about, ...amounts, externalId: 'x-1', accountId: 'a-1' },
};
const completed: DepositEvent = {
  type: 'DepositCompleted',
  data: { ...about, ...amounts, journalId },
};
const failed: DepositEvent = {
  type: 'DepositFailed',
  data: { ...about, ...amounts, reason: 'rejected' },
};
const reversed: DepositEvent = {
  type: 'DepositReversed',
  data: { ...about, ...amounts, journalId, reason: 'taken back' },
};

const totals = (...events: (PartnerEvent | DepositEvent)[]) =>
  settlementView(projected(settlementTotals, created, ...events).docs[OPEN] ?? {});

describe('settlement totals of the open period', () => {
  it('opens with the partner, at zero', () =>
    expect(totals()).toMatchObject({ status: 'open', opensAt: at, count: 0, gross: '0.00' }));
  it('counts what is asked for as in flight only', () =>
    expect(totals(requested)).toMatchObject({
      count: 0,
      gross: '0.00',
      inFlight: { count: 1, amount: '100.00' },
    }));
  it('counts a completed deposit: gross owed, net credited', () =>
    expect(totals(requested, completed)).toMatchObject({
      count: 1,
      gross: '100.00',
      fees: '1.50',
      net: '98.50',
      due: '100.00',
      outstanding: '100.00',
      inFlight: { count: 0, amount: '0.00' },
    }));
  it('counts nothing of a failed one', () =>
    expect(totals(requested, failed)).toMatchObject({
      count: 0,
      gross: '0.00',
      inFlight: { count: 0, amount: '0.00' },
    }));
  it('adjusts for what was taken back, and keeps the deposit', () =>
    expect(totals(requested, completed, reversed)).toMatchObject({
      count: 1,
      gross: '100.00',
      adjustments: '-100.00',
      due: '0.00',
    }));
});
