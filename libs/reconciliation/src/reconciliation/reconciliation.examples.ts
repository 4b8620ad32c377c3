import { type Difference, differenceOf } from './difference.js';
import type { RunResult } from './reconciliation.decide.js';

export const run: RunResult = {
  kind: 'hourly',
  from: '2026-03-02T14:00:00.000Z',
  until: '2026-03-02T15:00:00.000Z',
  logFrom: '100',
  logUntil: '200',
  tookMs: 1_200,
  calls: 6,
  compared: { deposits: 3, journals: 3, orders: 2, accounts: 1, periods: 1 },
  foreign: 0,
  unreadable: 0,
  notCompared: 0,
  at: '2026-03-02T15:00:06.000Z',
  differences: [],
  subjects: new Set(['deposit/d-1', 'deposit/d-2']),
};

export const missing: Difference = differenceOf({
  kind: 'deposit_missing_at_broker',
  partnerId: 'p-1',
  depositId: 'd-1',
  accountId: 'a-1',
  what: 'deposit d-1: completed in the log, no journal at the broker',
});

export const foreignDebit = (n: number): Difference =>
  differenceOf({
    kind: 'journal_unassigned',
    partnerId: 'p-1',
    journalId: `j-${n}`,
    accountId: 'a-1',
    what: `journal j-${n}: executed over 5.00 at the broker, back from account a-1`,
  });
