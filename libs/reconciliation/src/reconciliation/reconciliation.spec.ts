import { describe, expect, it } from '@jest/globals';
import { type Decision, fold } from '#kernel/event-store/stream.js';
import { type Difference, differenceOf, subjectOf } from './difference.js';
import { differencesFound, overdueRun } from './findings.js';
import {
  OPENED_MAX,
  dismissDifference,
  dismissalOf,
  finishClosing,
  finishRun,
  requestRun,
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

/** Times of the runs: each one begins after the earlier ones ended. */
const hours = (n: number) => new Date(Date.parse(run.at) + n * 3_600_000).toISOString();
const late = { ...run, at: hours(2) };
/** A second run confirms the first. */
const finds = (differences: readonly Difference[], n = 0): readonly Decide[] =>
  [n, n + 0.5].map((hour) => finishRun({ ...run, at: hours(hour), differences }));
const found = finishRun({ ...run, differences: [missing] });
const confirmed = finishRun({ ...run, at: hours(0.5), differences: [missing] });
const gone = finishRun({ ...late });
const now = new Date('2026-03-02T16:00:00.000Z');
const seen = { by: 'staff:1', reason: 'The partner credited it by hand' };
const idOf = (state: Reconciliation): string => [...state.differences.keys()][0]!;

describe('a difference', () => {
  it('is pending when one run finds it', () => {
    const { differences, pending } = after(found);
    expect([differences.size, [...pending.values()]]).toEqual([
      0,
      [expect.objectContaining({ ...missing, foundAt: run.at })],
    ]);
  });
  it('opens when the next run finds it again', () => {
    const state = after(found, confirmed);
    expect(openDifferences(state)).toEqual([
      expect.objectContaining({ ...missing, openedAt: run.at, dismissed: null }),
    ]);
    expect(state.pending.size).toBe(0);
  });
  it('never opens when the next run compares its object without it', () =>
    expect(after(found, gone)).toMatchObject({ pending: new Map(), differences: new Map() }));
  it('stays pending while its object is not compared', () => {
    const elsewhere = finishRun({ ...late, subjects: new Set(['deposit/d-2']) });
    expect(after(found, elsewhere).pending.size).toBe(1);
  });
  it('opens once, even if many runs find it', () => {
    const again = finishRun({ ...late, differences: [missing] });
    expect(finished(after(found, confirmed), again)).toMatchObject({
      ...{ opened: [], closed: [], pending: [], more: 0 },
    });
  });
  it('opens again with another text', () => {
    const what = 'deposit d-1: reversed in the log, no journal at the broker';
    const changed = finishRun({ ...late, differences: [{ ...missing, what }] });
    const state = after(found, confirmed, changed);
    expect(openDifferences(state)).toEqual([expect.objectContaining({ what, openedAt: late.at })]);
  });
  it.each<[string, readonly string[], number]>([
    ['stays while the broker returned no record of its journal', [], 1],
    ['closes when the broker returned the record', ['journal/j-1'], 0],
  ])('%s', (_, journals, open) => {
    const amount = differenceOf({ ...missing, kind: 'deposit_amount', journalId: 'j-1' });
    const later = finishRun({ ...late, subjects: new Set(['deposit/d-1', ...journals]) });
    expect(openDifferences(after(...finds([amount]), later))).toHaveLength(open);
  });
  it('closes when its object was compared without it', () =>
    expect(openDifferences(after(found, confirmed, gone))).toEqual([]));
  it('stays when a run that began before it ended compared its object', () => {
    const early = finishRun({ ...run, at: hours(0.5), tookMs: 3_600_000 });
    expect(openDifferences(after(found, confirmed, early))).toHaveLength(1);
  });
  it('stays open while its object was not compared', () => {
    const elsewhere = finishRun({ ...late, subjects: new Set(['deposit/d-2']) });
    expect(openDifferences(after(found, confirmed, elsewhere))).toHaveLength(1);
  });
  it('is merged with others of its kind about the same object', () => {
    const what = 'deposit d-1: another word';
    const state = after(...finds([missing, { ...missing, what }]));
    expect(openDifferences(state).map((each) => each.what)).toEqual([`${missing.what}; ${what}`]);
  });
  it('has a text that fits into an event', () => {
    const what = 'x'.repeat(400);
    const differences = [
      { ...missing, what },
      { ...missing, what },
    ];
    const [one] = openDifferences(after(...finds(differences)));
    expect(one?.what).toBe(`${what}; ${'x'.repeat(98)}`);
  });
  it('of an earlier version is not kept', () => {
    const [event] = confirmed(after(found));
    const opened = event!.data.opened.map((each) => ({ ...each, kind: 'deposit_twice' }));
    const old = { ...event!, data: { ...event!.data, opened } };
    expect(reconciliations.evolve(after(), old).differences.size).toBe(0);
  });
});

describe('the subject of a difference', () => {
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
  const { journalId: _j, ...noJournal } = noBrokerOrder;
  const { accountId: _a, ...noAccount } = noJournal;

  it.each<[Difference['kind'], Partial<Difference>, string]>([
    ['period_total', all, 'period/s-1'],
    ['read_model_digest', all, 'partner/p-1'],
    ['deposit_amount', all, 'deposit/d-1'],
    ['order_different', noDeposit, 'order/o-1'],
    ['order_unknown_here', noOrder, 'broker-order/bo-1'],
    ['account_different', noJournal, 'account/a-1'],
    ['account_configuration', noJournal, 'account/a-1'],
    ['event_unreadable', all, 'deposit/d-1'],
    ['event_unreadable', noJournal, 'account/a-1'],
    ['event_unreadable', noAccount, 'partner/p-1'],
    ['broker_unreadable', noBrokerOrder, 'journal/j-1'],
    ['journal_unassigned', all, 'journal/j-1'],
  ])('%s of %j: %s', (kind, ids, subject) => {
    const difference = differenceOf({ kind, partnerId: 'p-1', what: 'so', ...ids });
    expect(subjectOf(difference)).toBe(subject);
  });
});

describe('two differences', () => {
  const one: Difference = { ...missing, journalId: 'j-1' };
  const inPeriod: Difference = { ...one, kind: 'period_total', settlementId: 's-1' };
  it.each<[string, Difference, Partial<Difference>, number]>([
    ['of one deposit are one, with another journal', one, { journalId: 'j-2' }, 1],
    ['of two kinds are two', one, { kind: 'deposit_amount' }, 2],
    ['of two partners are two', one, { partnerId: 'p-2' }, 2],
    ['of two lines of a period are two', inPeriod, { depositId: 'd-2' }, 2],
    ['of a whole period are one', { ...inPeriod, depositId: null }, { what: 'other totals' }, 1],
  ])('%s', (_, first, change, open) => {
    const differences = [first, { ...first, ...change }];
    expect(openDifferences(after(...finds(differences)))).toHaveLength(open);
  });
});

describe('a dismissed difference', () => {
  const dismissed = () => {
    const state = after(found, confirmed);
    return after(found, confirmed, dismissDifference(idOf(state), seen, now));
  };
  it('is not open', () => expect(openDifferences(dismissed())).toEqual([]));
  it('does not open again while its text is the same', () =>
    expect(finished(dismissed(), finishRun({ ...late, differences: [missing] }))).toMatchObject({
      ...{ opened: [], pending: [] },
    }));
  it('opens again when its text changes', () => {
    const what = 'deposit d-1: something else';
    const again = finished(
      dismissed(),
      finishRun({ ...late, differences: [{ ...missing, what }] }),
    );
    expect(again.opened).toEqual([expect.objectContaining({ what })]);
  });
  it('closes when it is not found, and is new after that', () => {
    const state = gone(dismissed()).reduce(reconciliations.evolve, dismissed());
    expect(finished(state, found).pending).toHaveLength(1);
  });
  it('is dismissed once by the same person', () => {
    const state = dismissed();
    expect(dismissDifference(idOf(state), seen, now)(state)).toEqual([]);
  });
  it.each([
    ['by another person', { ...seen, by: 'staff:2' }],
    ['for another reason', { ...seen, reason: 'It was paid' }],
  ])('is not dismissed again %s', (_, other) => {
    const state = dismissed();
    expect(() => dismissDifference(idOf(state), other, now)(state)).toThrow(/dismissed at/);
  });
  it('is recognized by another comparison until its text changes', () => {
    const other = { ...missing, what: 'deposit d-1: another word' };
    const state = dismissed();
    expect(dismissalOf(state, [missing])(missing)).toMatchObject(seen);
    expect(dismissalOf(state, [other])(other)).toBeNull();
    expect(dismissalOf(state, [missing, other])(missing)).toBeNull();
    expect(dismissalOf(after(found, confirmed), [missing])(missing)).toBeNull();
    expect(dismissalOf(after(), [])(missing)).toBeNull();
  });
  it('stays open if its text changed after the operator saw it', () => {
    const what = 'deposit d-1: something else';
    const { at } = late;
    const changed = finishRun({ ...late, differences: [{ ...missing, what }] });
    const state = after(found, confirmed, changed);
    const dismiss = (openedAt: string) =>
      dismissDifference(idOf(state), { ...seen, openedAt }, now)(state);
    expect(() => dismiss(run.at)).toThrow(/something else/);
    expect(dismiss(at)).toHaveLength(1);
  });
  it('that closed meanwhile stays closed', () => {
    const state = after(found, confirmed);
    const dismissing = dismissDifference(idOf(state), seen, now)(state);
    const left = dismissing.reduce(reconciliations.evolve, after(found, confirmed, gone));
    expect([...left.differences]).toEqual([]);
  });
  it('must exist', () =>
    expect(() => dismissDifference('none', seen, now)(after())).toThrow('is not open'));
});

describe('a run', () => {
  const many = (n: number, from = 0) => Array.from({ length: n }, (_, i) => foreignDebit(from + i));
  it('keeps as many differences as fit, and the others pending', () => {
    const [first, second] = finds(many(OPENED_MAX + 2));
    const data = finished(after(first!), second as typeof found);
    expect([data.opened.length, data.pending?.length, data.more]).toEqual([OPENED_MAX, 2, 0]);
    expect(finished(after(), first as typeof found).more).toBe(2);
  });
  it('opens more after others closed', () => {
    const full = after(...finds([missing, ...many(OPENED_MAX - 1)]));
    const others = [...many(OPENED_MAX - 1), foreignDebit(-1), foreignDebit(-2)];
    const [first, second] = finds(others, 3);
    const state = first!(full).reduce(reconciliations.evolve, full);
    expect(finished(state, second as typeof found).opened).toHaveLength(1);
  });
  it('records a changed text of a full list', () => {
    const full = after(...finds(many(OPENED_MAX)));
    const changed = { ...foreignDebit(0), what: 'journal j-0: over 6.00 at the broker' };
    const next = finishRun({ ...late, differences: [changed] });
    expect(finished(full, next)).toMatchObject({ opened: [changed], more: 0 });
  });
  it('is counted, and listed latest first', () => {
    const { runs, count } = after(found, confirmed, gone);
    const counts = runs.map(({ pending, opened, closed }) => [pending, opened, closed]);
    expect([counts, count]).toEqual([
      [
        [0, 0, 1],
        [0, 1, 0],
        [1, 0, 0],
      ],
      3,
    ]);
  });
  it('is dropped after eighty others', () => {
    const { runs, count } = after(...Array.from({ length: 81 }, () => gone));
    expect([runs.length, count]).toEqual([80, 81]);
  });
  it('is requested once', () => {
    const state = after(requestRun('staff:1', now));
    expect([state.requestedAt, requestRun('staff:2', now)(state)]).toEqual([now.toISOString(), []]);
  });
  it('fulfils a request', () =>
    expect(after(requestRun('staff:1', now), gone).requestedAt).toBeNull());
  it('does not fulfil a request that arrived after its start', () => {
    const later = new Date(late.at);
    expect(after(requestRun('staff:1', later), gone).requestedAt).toBe(late.at);
  });
  it('of the night covers its day', () =>
    expect(after(finishRun({ ...run, kind: 'nightly' })).nightlyOf).toBe('2026-03-02'));
});

describe('a closing', () => {
  const closing = { ...run, kind: 'closing' as const };
  it('that found nothing is not recorded', () =>
    expect(finishClosing(closing)(after())).toEqual([]));
  it('records a difference, which the next run confirms', () => {
    const state = after(finishClosing({ ...closing, differences: [missing] }), confirmed);
    expect(openDifferences(state)).toHaveLength(1);
  });
  it('does not confirm a difference', () => {
    const twice = finishClosing({ ...closing, at: hours(1), differences: [missing] });
    const state = after(finishClosing({ ...closing, differences: [missing] }), twice);
    expect([openDifferences(state).length, state.pending.size]).toEqual([0, 1]);
  });
  it('does not count as a run', () => {
    const state = after(
      requestRun('staff:1', now),
      finishClosing({ ...closing, differences: [missing] }),
    );
    const { runs, count, requestedAt } = state;
    expect([state.pending.size, runs, count, requestedAt]).toEqual([1, [], 0, now.toISOString()]);
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
  const both = [missing, foreignDebit(1)];
  const two = () => after(found, confirmed, ...finds(both, 2));

  it.each([
    [
      'one is open',
      () => after(found, confirmed),
      { inWords: expect.stringMatching(/^1 difference is/) },
    ],
    ['two are open', two, { inWords: expect.stringMatching(/^2 diff/), since: run.at }],
    ['the first of two was dismissed', () => dismissed(two(), 0), { since: hours(2) }],
    ['the last was dismissed', () => dismissed(after(found, confirmed), 0), null],
    ['the last is closed', () => after(found, confirmed, gone), null],
    ['no run found one', () => after(), null],
  ])('%s', async (_, given, expected) => {
    const entry = await entryOf(given());
    if (expected === null) expect(entry).toBeNull();
    else expect(entry).toMatchObject({ subjectId: 'broker', ...expected });
  });
});

describe('the entry of attention for a run that does not end', () => {
  const entryAt = (state: Reconciliation, at: string) =>
    overdueRun.open({ load: () => Promise.resolve(state as never) }, new Date(at));
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
      'after a run with a clock that was ahead',
      after(finishRun(run), finishRun({ ...run, until: '2026-03-03T15:00:00.000Z' })),
      '2026-03-02T16:15:00.001Z',
      DUE,
    ],
    ['after a nightly run', after(finishRun(run), nightly), '2026-03-02T16:15:00.001Z', DUE],
    [
      'after a request',
      after(finishRun(run), asked),
      '2026-03-02T15:35:00.001Z',
      '2026-03-02T15:20:00.000Z',
    ],
    [
      'from the due time, although it was requested later',
      after(finishRun(run), requestRun('staff:1', new Date('2026-03-02T16:10:00.000Z'))),
      '2026-03-02T16:15:00.001Z',
      DUE,
    ],
    [
      'after a request for the first run',
      after(asked),
      '2026-03-02T15:35:00.001Z',
      '2026-03-02T15:20:00.000Z',
    ],
    ['without a run and a request', after(), '2026-03-03T15:35:00.001Z', null],
    [
      'after it has ended',
      after(asked, finishRun({ ...run, at: hours(0.5) })),
      '2026-03-02T15:35:00.001Z',
      null,
    ],
  ])('%s', async (_, state, at, since) => {
    const entry = await entryAt(state, at);
    if (since === null) expect(entry).toBeNull();
    else expect(entry).toMatchObject({ since, subjectId: 'broker' });
  });
});
