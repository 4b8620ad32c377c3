import { describe, expect, it } from '@jest/globals';
import { type Decision, fold } from '#platform/event-store/stream.js';
import { differencesFound } from './open-differences.js';
import {
  OPENED_MAX,
  dismissDifference,
  dismissalOf,
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

const finished = (state: Reconciliation, decide: Decide) => {
  const [event] = decide(state);
  if (event?.type !== 'ReconciliationFinished') throw new Error('no run was recorded');
  return event.data;
};

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
  it('is not dismissed by another one', () => {
    const state = dismissed();
    const other = { ...seen, by: 'staff:2' };
    expect(() => dismissDifference(idOf(state), other, now)(state)).toThrow(/dismissed at/);
  });
  it('is known again by another comparison, until it says something else', () => {
    const other = { ...missing, what: 'deposit d-1: another word' };
    const state = dismissed();
    expect(dismissalOf(state, [missing])(missing)).toMatchObject(seen);
    expect(dismissalOf(state, [other])(other)).toBeNull();
    expect(dismissalOf(state, [missing, other])(missing)).toBeNull();
    expect(dismissalOf(after(found), [missing])(missing)).toBeNull();
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
  it('is asked for once', () => {
    const state = after(requestRun('staff:1', now));
    expect([state.requestedAt, requestRun('staff:2', now)(state)]).toEqual([now.toISOString(), []]);
  });
  it('answers the wish for one', () =>
    expect(after(requestRun('staff:1', now), gone).requestedAt).toBeNull());
  it('of the night stands for its day', () =>
    expect(after(finishRun({ ...run, kind: 'nightly' })).nightlyOf).toBe('2026-03-02'));
});

describe('the entry of attention for all differences', () => {
  const entryOf = (state: Reconciliation) =>
    differencesFound.open({ load: () => Promise.resolve(state as never) });
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
