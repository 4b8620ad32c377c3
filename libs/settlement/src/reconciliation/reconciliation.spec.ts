import { describe, expect, it } from '@jest/globals';
import { type Decision, fold } from '#platform/event-store/stream.js';
import { type Difference, differenceOf } from '../reconcile/difference.js';
import { lateRun } from './late-run.js';
import { differencesFound } from './open-differences.js';
import {
  OPENED_MAX,
  dismissDifference,
  dismissalOf,
  finishClosing,
  finishRun,
  requestRun,
  subjectOf,
} from './reconciliation.decide.js';
import type { ReconciliationEvent } from './reconciliation.events.js';
import { foreignDebit, missing, run } from './reconciliation.examples.js';
import { type Reconciliation, openDifferences, reconciliations } from './reconciliation.state.js';

type Decide = Decision<Reconciliation, ReconciliationEvent>;

const after = (...decisions: readonly Decide[]): Reconciliation =>
  decisions.reduce(
    (state, decide) => decide(state).reduce(reconciliations.evolve, state),
    fold(reconciliations, []),
  );

const finished = (state: Reconciliation, decide: ReturnType<typeof finishRun>) =>
  decide(state)[0]!.data;

const found = finishRun({ ...run, differences: [missing] });
const gone = finishRun(run);
const now = new Date('2026-03-02T16:00:00.000Z');
const seen = { by: 'staff:1', reason: 'The partner credited it by hand' };
const idOf = (state: Reconciliation): string => [...state.differences.keys()][0]!;

describe('a difference', () => {
  it('opens when it is found', () => {
    const [one] = openDifferences(after(found));
    expect(one).toMatchObject({ ...missing, openedAt: run.at, dismissed: null });
  });
  it('opens once, however often it is found', () =>
    expect(finished(after(found), found)).toMatchObject({ opened: [], closed: [], more: 0 }));
  it('is told again when it says something else', () => {
    const what = 'deposit d-1: reversed in the log, no journal at the broker';
    const state = after(found, finishRun({ ...run, differences: [{ ...missing, what }] }));
    expect(openDifferences(state)).toEqual([expect.objectContaining({ what })]);
  });
  it.each<[string, readonly string[], number]>([
    ['stays while the broker was not asked about its journal', [], 1],
    ['closes once it was', ['journal/j-1'], 0],
  ])('%s', (_, journals, open) => {
    const twice = differenceOf({ ...missing, kind: 'deposit_twice', journalId: 'j-1' });
    const later = finishRun({ ...run, subjects: new Set(['deposit/d-1', ...journals]) });
    const state = after(finishRun({ ...run, differences: [twice] }), later);
    expect(openDifferences(state)).toHaveLength(open);
  });
  it('closes by itself when what it is about was compared without it', () =>
    expect(openDifferences(after(found, gone))).toEqual([]));
  it('stays open while what it is about was not compared', () => {
    const elsewhere = finishRun({ ...run, subjects: new Set(['deposit/d-2']) });
    expect(openDifferences(after(found, elsewhere))).toHaveLength(1);
  });
  it('is one with others of its kind about the same thing', () => {
    const what = 'deposit d-1: another word';
    const state = after(finishRun({ ...run, differences: [missing, { ...missing, what }] }));
    expect(openDifferences(state).map((each) => each.what)).toEqual([`${missing.what}; ${what}`]);
  });
  it('says no more than an event has room for', () => {
    const what = 'x'.repeat(400);
    const differences = [
      { ...missing, what },
      { ...missing, what },
    ];
    const [one] = openDifferences(after(finishRun({ ...run, differences })));
    expect(one?.what).toBe(`${what}; ${'x'.repeat(98)}`);
  });
});

describe('what a difference is about', () => {
  const all = {
    settlementId: 's-1',
    depositId: 'd-1',
    orderId: 'o-1',
    brokerOrderId: 'bo-1',
    journalId: 'j-1',
    accountId: 'a-1',
  };
  const { depositId: _d, ...noDeposit } = all;
  const { orderId: _o, ...noOrder } = noDeposit;
  const { brokerOrderId: _b, ...noBrokerOrder } = noOrder;
  const { accountId: _a, ...noAccount } = noBrokerOrder;

  it.each<[Difference['kind'], Partial<Difference>, string]>([
    ['period_gross', all, 'period/s-1'],
    ['line_missing', all, 'period/s-1'],
    ['partner_credit', all, 'partner/p-1'],
    ['deposit_account', all, 'deposit/d-1'],
    ['order_account', noDeposit, 'order/o-1'],
    ['order_unknown', noOrder, 'broker-order/bo-1'],
    ['account_status', noBrokerOrder, 'account/a-1'],
    ['event_unreadable', all, 'deposit/d-1'],
    ['event_unreadable', noBrokerOrder, 'account/a-1'],
    ['event_unreadable', noAccount, 'partner/p-1'],
    ['journal_foreign_debit', noBrokerOrder, 'journal/j-1'],
  ])('%s of %j: %s', (kind, ids, subject) => {
    const difference = differenceOf({ kind, partnerId: 'p-1', what: 'so', ...ids });
    expect(subjectOf(difference)).toBe(subject);
  });
});

describe('two differences', () => {
  const one: Difference = { ...missing, journalId: 'j-1' };
  const inPeriod: Difference = { ...one, kind: 'line_missing', settlementId: 's-1' };
  it.each<[string, Difference, Partial<Difference>, number]>([
    ['of one deposit are one, whatever the journal', one, { journalId: 'j-2' }, 1],
    ['of two kinds are two', one, { kind: 'deposit_twice' }, 2],
    ['of two partners are two', one, { partnerId: 'p-2' }, 2],
    [
      'taken back by two journals are two',
      { ...one, kind: 'deposit_taken_back' },
      { journalId: 'j-2' },
      2,
    ],
    [
      'corrected by two journals are two',
      { ...one, kind: 'deposit_corrected' },
      { journalId: 'j-2' },
      2,
    ],
    ['of two lines of a period are two', inPeriod, { depositId: 'd-2' }, 2],
    ['of a whole period are one', { ...inPeriod, kind: 'period_gross' }, { depositId: 'd-2' }, 1],
  ])('%s', (_, first, change, open) => {
    const differences = [first, { ...first, ...change }];
    expect(openDifferences(after(finishRun({ ...run, differences })))).toHaveLength(open);
  });
  it('without any id are one', () => {
    const nobody = { ...missing, kind: 'deposit_taken_back' as const, partnerId: null };
    const differences = [nobody, { ...nobody, what: 'once more' }];
    const [opened] = openDifferences(after(finishRun({ ...run, differences })));
    expect(opened?.what).toBe(`${missing.what}; once more`);
  });
});

describe('a dismissed difference', () => {
  const dismissed = () => {
    const state = after(found);
    return after(found, dismissDifference(idOf(state), seen, now));
  };
  it('is not open', () => expect(openDifferences(dismissed())).toEqual([]));
  it('does not come again while it says the same', () =>
    expect(finished(dismissed(), found).opened).toEqual([]));
  it('comes again when it says something else', () => {
    const what = 'deposit d-1: something else';
    const again = finished(dismissed(), finishRun({ ...run, differences: [{ ...missing, what }] }));
    expect(again.opened).toEqual([expect.objectContaining({ what })]);
  });
  it('goes when it is gone, and is new after that', () => {
    const state = gone(dismissed()).reduce(reconciliations.evolve, dismissed());
    expect(finished(state, found).opened).toHaveLength(1);
  });
  it('is dismissed once by the same person', () => {
    const state = dismissed();
    expect(dismissDifference(idOf(state), seen, now)(state)).toEqual([]);
  });
  it.each([
    ['by another one', { ...seen, by: 'staff:2' }],
    ['for another reason', { ...seen, reason: 'It was paid' }],
  ])('is not dismissed again %s', (_, other) => {
    const state = dismissed();
    expect(() => dismissDifference(idOf(state), other, now)(state)).toThrow(/dismissed at/);
  });
  it('is known again by another comparison, until it says something else', () => {
    const other = { ...missing, what: 'deposit d-1: another word' };
    const state = dismissed();
    expect(dismissalOf(state, [missing])(missing)).toMatchObject(seen);
    expect(dismissalOf(state, [other])(other)).toBeNull();
    expect(dismissalOf(state, [missing, other])(missing)).toBeNull();
    expect(dismissalOf(after(found), [missing])(missing)).toBeNull();
    expect(dismissalOf(after(), [])(missing)).toBeNull();
  });
  it('is the one that was seen: told anew since, it stays open', () => {
    const what = 'deposit d-1: something else';
    const at = '2026-03-02T15:30:00.000Z';
    const state = after(found, finishRun({ ...run, at, differences: [{ ...missing, what }] }));
    const dismiss = (openedAt: string) =>
      dismissDifference(idOf(state), { ...seen, openedAt }, now)(state);
    expect(() => dismiss(run.at)).toThrow(/something else/);
    expect(dismiss(at)).toHaveLength(1);
  });
  it('that has gone meanwhile is none', () => {
    const dismissing = dismissDifference(idOf(after(found)), seen, now)(after(found));
    const late = dismissing.reduce(reconciliations.evolve, after(found, gone));
    expect([...late.differences]).toEqual([]);
  });
  it('is forgotten when 500 later ones are dismissed too', () => {
    const apply = (state: Reconciliation, decide: Decide) =>
      decide(state).reduce(reconciliations.evolve, state);
    const opened = (state: Reconciliation, n: number, hour = n) => {
      const at = new Date(Date.parse(run.at) + hour * 3_600_000).toISOString();
      const differences = [{ ...foreignDebit(n), what: `journal j-${n}, hour ${hour}` }];
      return apply(state, finishRun({ ...run, at, differences }));
    };
    const dismissed = (state: Reconciliation, n: number) => {
      const known = [...state.differences.values()].find((each) => each.journalId === `j-${n}`)!;
      return apply(state, dismissDifference(known.differenceId, seen, now));
    };
    let state = opened(after(), 0);
    for (let n = 1; n <= 500; n += 1) state = dismissed(opened(state, n), n);
    const forgotten = (after: Reconciliation) => {
      const left = new Set([...after.differences.values()].map((each) => each.journalId));
      return ['j-0', 'j-1', 'j-2'].filter((each) => !left.has(each));
    };
    expect(forgotten(state)).toEqual([]);
    expect(forgotten(dismissed(state, 0))).toEqual(['j-0']);
    const toldAnew = opened(state, 0, 501);
    expect(forgotten(dismissed(toldAnew, 0))).toEqual(['j-1']);
  });
  it('must be there', () =>
    expect(() => dismissDifference('none', seen, now)(after())).toThrow('no such difference'));
});

describe('a run', () => {
  it('keeps as many differences as fit, counts the others, and leaves them to the next one', () => {
    const many = Array.from({ length: OPENED_MAX + 2 }, (_, n) => foreignDebit(n));
    const data = finished(after(), finishRun({ ...run, differences: many }));
    expect([data.opened.length, data.more]).toEqual([OPENED_MAX, 2]);
  });
  it('has room again for what has gone, and none for what a person has dismissed', () => {
    const many = Array.from({ length: OPENED_MAX - 1 }, (_, n) => foreignDebit(n));
    const full = after(found, finishRun({ ...run, differences: [missing, ...many] }));
    const dismissed = dismissDifference(idOf(full), seen, now)(full);
    const next = finishRun({ ...run, differences: [...many, foreignDebit(-1), foreignDebit(-2)] });
    const opened = (state: Reconciliation) => finished(state, next).opened.length;
    expect([opened(full), opened(dismissed.reduce(reconciliations.evolve, full))]).toEqual([1, 1]);
  });
  it('tells what is open and says something else, though there is no room', () => {
    const many = Array.from({ length: OPENED_MAX }, (_, n) => foreignDebit(n));
    const full = after(finishRun({ ...run, differences: many }));
    const changed = { ...foreignDebit(0), what: 'journal j-0: over 6.00 at the broker' };
    const next = finishRun({ ...run, differences: [foreignDebit(-1), changed] });
    expect(finished(full, next)).toMatchObject({ opened: [changed], more: 1 });
  });
  it('is counted, and the latest stand first', () => {
    const { runs, count } = after(found, gone);
    expect([runs.map(({ opened, closed }) => [opened, closed]), count]).toEqual([
      [
        [0, 1],
        [1, 0],
      ],
      2,
    ]);
  });
  it('is forgotten after eighty others', () => {
    const { runs, count } = after(...Array.from({ length: 81 }, () => gone));
    expect([runs.length, count]).toEqual([80, 81]);
  });
  it('is asked for once', () => {
    const state = after(requestRun('staff:1', now));
    expect([state.requestedAt, requestRun('staff:2', now)(state)]).toEqual([now.toISOString(), []]);
  });
  it('answers the wish for one', () =>
    expect(after(requestRun('staff:1', now), gone).requestedAt).toBeNull());
  it('of the night stands for its day', () =>
    expect(after(finishRun({ ...run, kind: 'nightly' })).nightlyOf).toBe('2026-03-02'));
});

describe('a closing', () => {
  const closing = { ...run, kind: 'closing' as const };
  it('that found nothing is not told', () => expect(finishClosing(closing)(after())).toEqual([]));
  it.each([
    ['finds', after(), { ...closing, differences: [missing] }],
    ['no longer finds', after(found), closing],
  ])('tells what it %s', (_, state, result) =>
    expect(finishClosing(result)(state)).toHaveLength(1),
  );
  it('is none of the runs', () => {
    const state = after(
      requestRun('staff:1', now),
      finishClosing({ ...closing, differences: [missing] }),
    );
    const { runs, count, requestedAt } = state;
    expect([openDifferences(state).length, runs, count, requestedAt]).toEqual([
      1,
      [],
      0,
      now.toISOString(),
    ]);
  });
});

describe('the entry of attention for all differences', () => {
  const entryOf = (state: Reconciliation) =>
    differencesFound.open({ load: () => Promise.resolve(state as never) }, now);
  const dismissed = (state: Reconciliation, n: number) =>
    dismissDifference(
      [...state.differences.keys()][n]!,
      seen,
      now,
    )(state).reduce(reconciliations.evolve, state);
  const later = { ...run, at: '2026-03-02T17:00:00.000Z' };
  const two = () => after(found, finishRun({ ...later, differences: [missing, foreignDebit(1)] }));

  it.each([
    ['one is open', () => after(found), { inWords: expect.stringMatching(/^1 difference is/) }],
    ['two are open', two, { inWords: expect.stringMatching(/^2 diff/), since: run.at }],
    ['the first of two was dismissed', () => dismissed(two(), 0), { since: later.at }],
    ['the last was dismissed', () => dismissed(after(found), 0), null],
    ['the last has gone', () => after(found, gone), null],
    ['none was ever found', () => after(), null],
  ])('%s', async (_, given, expected) => {
    const entry = await entryOf(given());
    if (expected === null) expect(entry).toBeNull();
    else expect(entry).toMatchObject({ subjectId: 'broker', ...expected });
  });
});

describe('the entry of attention for a run that does not end', () => {
  const entryAt = (state: Reconciliation, at: string) =>
    lateRun.open({ load: () => Promise.resolve(state as never) }, new Date(at));
  const nightly = finishRun({ ...run, kind: 'nightly', until: '2026-03-02T15:40:00.000Z' });
  const asked = requestRun('staff:1', new Date('2026-03-02T15:20:00.000Z'));
  const DUE = '2026-03-02T16:00:00.000Z';

  it.each<[string, Reconciliation, string, string | null]>([
    [
      'a quarter of an hour after it was due',
      after(finishRun(run)),
      '2026-03-02T16:15:00.000Z',
      null,
    ],
    ['later than that', after(finishRun(run)), '2026-03-02T16:15:00.001Z', DUE],
    [
      'whatever a clock that was ahead did',
      after(finishRun(run), finishRun({ ...run, until: '2026-03-03T15:00:00.000Z' })),
      '2026-03-02T16:15:00.001Z',
      DUE,
    ],
    ['whatever the night did', after(finishRun(run), nightly), '2026-03-02T16:15:00.001Z', DUE],
    [
      'after somebody asked for one',
      after(finishRun(run), asked),
      '2026-03-02T15:35:00.001Z',
      '2026-03-02T15:20:00.000Z',
    ],
    [
      'though somebody asked for it when it was late',
      after(finishRun(run), requestRun('staff:1', new Date('2026-03-02T16:10:00.000Z'))),
      '2026-03-02T16:15:00.001Z',
      DUE,
    ],
    [
      'after somebody asked for the first',
      after(asked),
      '2026-03-02T15:35:00.001Z',
      '2026-03-02T15:20:00.000Z',
    ],
    ['where none ever was', after(), '2026-03-03T15:35:00.001Z', null],
    ['once it has ended', after(asked, finishRun(run)), '2026-03-02T15:35:00.001Z', null],
  ])('%s', async (_, state, at, since) => {
    const entry = await entryAt(state, at);
    if (since === null) expect(entry).toBeNull();
    else expect(entry).toMatchObject({ since, subjectId: 'broker' });
  });
});
