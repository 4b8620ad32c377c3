import { describe, expect, it, jest } from '@jest/globals';
import 'reflect-metadata';
import { Command } from 'commander';
import type { SettlementView } from '#settlement/settlement-periods/settlement.view.js';
import { periodRow } from './period-row.js';
import { print } from './session.js';

const WIDTH = 120;
const large = '9999999.99';
const period: SettlementView = {
  id: '0b7e9c52-7f3c-5d0e-8a55-3f1d2c4b6a90',
  partnerId: '5f0c7a1e-4c1d-5b56-9a3a-0d6b1c3f2e11',
  status: 'overdue',
  opensAt: '2026-03-01T22:00:00.000Z',
  cutOffAt: '2026-03-02T22:00:00.000Z',
  closedAt: '2026-03-02T22:00:01.000Z',
  dueAt: '2026-03-04T22:00:00.000Z',
  count: 1_000_000,
  ...{ gross: large, fees: large, net: large, adjustments: '0.00', carried: '0.00' },
  withdrawals: { count: 1, gross: large, fees: large, net: large },
  commissions: { count: 1, amount: large },
  ...{ due: large, received: '0.00', outstanding: large },
  inFlight: { count: 3, amount: large },
};

describe('a period in a terminal', () => {
  it(`fits ${WIDTH} columns`, () => {
    const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    print(new Command(), [periodRow(period)]);
    const text = String(log.mock.calls[0]?.[0]);
    log.mockRestore();
    expect(text).toContain(period.id);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(WIDTH);
  });

  it('shows its end, and deposits in flight only if there are any', () => {
    expect(periodRow(period)).toMatchObject({ ends: '2026-03-02 22:00', 'in flight': large });
    const nothing = { ...period, inFlight: { count: 0, amount: '0.00' } };
    expect(periodRow(nothing)).toMatchObject({ 'in flight': '' });
  });
});
