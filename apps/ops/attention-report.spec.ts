import { describe, expect, it } from '@jest/globals';
import type { NamedEntry } from '#console';
import { attentionReport } from './attention-report.js';

const entry: NamedEntry = {
  ...{ id: 'credit-deposit/d-1', kind: 'effect', about: 'deposit', subjectId: 'd-1' },
  ...{ partnerId: 'p-1', partnerName: 'Acme', userId: 'u-1', amount: '25.00' },
  user: { name: 'Ada Lovelace', email: 'ada@users.example' },
  ...{ state: 'stuck', waitsFor: 'credit-deposit', since: '2026-03-16T12:00:00.000Z', tries: 1 },
  ...{ lastTriedAt: '2026-03-16T12:00:00.000Z', lastError: 'NoAnswer', next: 'Retry it.' },
  history: [{ at: '2026-03-16T12:00:00.000Z', event: 'DepositRequested' }],
  closing: { possible: true, inWords: 'It ends.' },
};
const first = (each: NamedEntry) => attentionReport([each]).split('\n')[1]?.trim();

describe('an entry in a terminal', () => {
  it('says what, how much, whose, and since when', () =>
    expect(first(entry)).toBe(
      'deposit of 25.00 USD, Ada Lovelace (ada@users.example), partner Acme, waits for credit-deposit, since 2026-03-16T12:00:00.000Z',
    ));

  it('leaves out what is not known', () =>
    expect(first({ ...entry, amount: null, user: null, partnerName: null, waitsFor: null })).toBe(
      'deposit, since 2026-03-16T12:00:00.000Z',
    ));

  it('is not there when nothing is', () =>
    expect(attentionReport([])).toMatch(/^Nothing needs attention: /));
});
