import { describe, expect, it } from '@jest/globals';
import type { NamedEntry } from '#console-api/attention/attention-names.js';
import { attentionReport } from './attention-report.js';

const step = (event: string, times: number) => ({
  ...{ at: '2026-03-16T12:00:00.000Z', lastAt: '2026-03-16T12:05:00.000Z' },
  ...{ event, times, data: {} },
});
const entry: NamedEntry = {
  ...{ id: 'credit-deposit/d-1', kind: 'effect', about: 'deposit', subjectId: 'd-1' },
  ...{ partnerId: 'p-1', partnerName: 'Acme', userId: 'u-1', amount: '25.00' },
  user: { name: 'Ada Lovelace', email: 'ada@users.example' },
  ...{
    urgent: false,
    state: 'stuck',
    waitsFor: 'credit-deposit',
    since: '2026-03-16T12:00:00.000Z',
    tries: 1,
  },
  ...{ lastTriedAt: '2026-03-16T12:00:00.000Z', lastError: 'NoResponse', next: 'Retry it.' },
  history: [step('DepositRequested', 1), step('DepositStarted', 12)],
  closing: { possible: true, inWords: 'It ends.' },
};
const lines = (entries: readonly NamedEntry[], unlisted = 0, short = false) =>
  attentionReport(entries, { unlisted, short })
    .split('\n')
    .map((line) => line.trim());
const first = (each: NamedEntry) => lines([each])[1];

describe('an entry in a terminal', () => {
  it('shows the object, amount, owner, and start', () =>
    expect(first(entry)).toBe(
      'deposit of 25.00 USD, Ada Lovelace (ada@users.example), partner Acme, waits for credit-deposit, since 2026-03-16T12:00:00.000Z',
    ));

  it('omits unknown fields', () =>
    expect(first({ ...entry, amount: null, user: null, partnerName: null, waitsFor: null })).toBe(
      'deposit, since 2026-03-16T12:00:00.000Z',
    ));

  it('shows repeated events once, with the number and the last time', () =>
    expect(lines([entry])[2]).toBe(
      'DepositRequested > DepositStarted (12 times, last at 2026-03-16T12:05:00.000Z)',
    ));

  it('marks work that is being retried', () => {
    expect(lines([entry])[0]).toBe(entry.id);
    expect(lines([{ ...entry, state: 'failing' }])[0]).toMatch(/ \(failing, being retried\)$/);
  });

  it.each(['look-up --id', 'retry --id', 'close --id <id> --reason'])(
    'has the command to %s it',
    (how) => expect(lines([entry]).join()).toContain(`npm run ops -- attention ${how}`),
  );

  it('is replaced by one sentence if there are no entries', () =>
    expect(lines([])[0]).toMatch(/^No work needs attention: /));

  it.each([
    [[], 1, '1 failing and being retried; to see it: '],
    [[], 2, '2 failing and being retried; to see them: '],
    [[entry], 2, '2 failing and being retried; to see them: '],
  ])('mentions the work that is being retried', (entries, unlisted, said) =>
    expect(lines(entries, unlisted).at(-1)).toBe(`${said}npm run ops -- attention list --failing`),
  );

  it.each([
    [0, 'Nothing is stuck.'],
    [2, 'Nothing is stuck.'],
  ])('mentions a short pre-funded account, with %d failing', (unlisted, first) => {
    const said = lines([], unlisted, true);
    expect(said[0]).toBe(first);
    expect(said.at(-1)).toMatch(
      /^The pre-funded account does not cover .* Replenish the account\.$/,
    );
  });
});
