import { describe, expect, it } from '@jest/globals';
import type { NamedEntry } from '#console';
import { attentionReport } from './attention-report.js';

const step = (event: string, times: number) => ({
  ...{ at: '2026-03-16T12:00:00.000Z', lastAt: '2026-03-16T12:05:00.000Z' },
  ...{ event, times, data: {} },
});
const entry: NamedEntry = {
  ...{ id: 'credit-deposit/d-1', kind: 'effect', about: 'deposit', subjectId: 'd-1' },
  ...{ partnerId: 'p-1', partnerName: 'Acme', userId: 'u-1', amount: '25.00' },
  user: { name: 'Ada Lovelace', email: 'ada@users.example' },
  ...{ state: 'stuck', waitsFor: 'credit-deposit', since: '2026-03-16T12:00:00.000Z', tries: 1 },
  ...{ lastTriedAt: '2026-03-16T12:00:00.000Z', lastError: 'NoAnswer', next: 'Retry it.' },
  history: [step('DepositRequested', 1), step('DepositStarted', 12)],
  closing: { possible: true, inWords: 'It ends.' },
};
const lines = (entries: readonly NamedEntry[], unlisted = 0, short = false) =>
  attentionReport(entries, { unlisted, short })
    .split('\n')
    .map((line) => line.trim());
const first = (each: NamedEntry) => lines([each])[1];

describe('an entry in a terminal', () => {
  it('says what, how much, whose, and since when', () =>
    expect(first(entry)).toBe(
      'deposit of 25.00 USD, Ada Lovelace (ada@users.example), partner Acme, waits for credit-deposit, since 2026-03-16T12:00:00.000Z',
    ));

  it('leaves out what is not known', () =>
    expect(first({ ...entry, amount: null, user: null, partnerName: null, waitsFor: null })).toBe(
      'deposit, since 2026-03-16T12:00:00.000Z',
    ));

  it('tells what repeats once, with how often and when last', () =>
    expect(lines([entry])[2]).toBe(
      'DepositRequested > DepositStarted (12 times, last at 2026-03-16T12:05:00.000Z)',
    ));

  it('says whether it is only failing', () => {
    expect(lines([entry])[0]).toBe(entry.id);
    expect(lines([{ ...entry, state: 'failing' }])[0]).toMatch(
      / \(failing, and being tried again\)$/,
    );
  });

  it.each(['look-up --id', 'retry --id', 'close --id <id> --reason'])(
    'comes with how to %s it',
    (how) => expect(lines([entry]).join()).toContain(`npm run ops -- attention ${how}`),
  );

  it('is not there when nothing is', () =>
    expect(lines([])[0]).toMatch(/^Nothing needs attention: /));

  it.each([
    [[], 1, '1 failing and being tried again; to see it: '],
    [[], 2, '2 failing and being tried again; to see them: '],
    [[entry], 2, '2 failing and being tried again; to see them: '],
  ])('is not all when others are failing', (entries, unlisted, said) =>
    expect(lines(entries, unlisted).at(-1)).toBe(`${said}npm run ops -- attention list --failing`),
  );

  it.each([
    [0, 'Nothing is stuck.'],
    [2, 'Nothing is stuck.'],
  ])('is not all while the pre-funded account is short, with %d failing', (unlisted, first) => {
    const said = lines([], unlisted, true);
    expect(said[0]).toBe(first);
    expect(said.at(-1)).toMatch(/^The pre-funded account does not cover .* Replenish it\.$/);
  });
});
