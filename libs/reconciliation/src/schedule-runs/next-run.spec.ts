import { describe, expect, it } from '@jest/globals';
import { fold } from '#kernel/event-store/stream.js';
import type { Difference } from '../reconciliation/difference.js';
import { finishRun } from '../reconciliation/reconciliation.decide.js';
import { foreignDebit, run } from '../reconciliation/reconciliation.examples.js';
import { type Reconciliation, reconciliations } from '../reconciliation/reconciliation.state.js';
import { nextRun } from './next-run.js';

const none = fold(reconciliations, []);
const after = (changes: Partial<typeof run>, state: Reconciliation = none): Reconciliation =>
  finishRun({ ...run, ...changes })(state).reduce(reconciliations.evolve, state);
const opened = (differences: readonly Difference[], state?: Reconciliation): Reconciliation =>
  ['2026-02-20T01:00:00.000Z', '2026-02-20T02:00:00.000Z'].reduce(
    (known, at) => after({ at, differences }, known),
    state ?? none,
  );
const closedAt = (at: string): Reconciliation =>
  after({ at, subjects: new Set(['journal/j-1']) }, opened([foreignDebit(1)]));
const next = (state: Reconciliation, at: string) =>
  nextRun(state, new Date(at), () => Promise.resolve(77n));

describe('the next run', () => {
  it('is the first run, from the end of the log', async () =>
    expect(await next(none, '2026-03-02T15:00:05.000Z')).toMatchObject({
      kind: 'first',
      span: { from: '2026-03-02T15:00:00.000Z', until: '2026-03-02T15:00:00.000Z' },
      logFrom: 77n,
    }));

  it('is an hour after the last one, and overlaps its end', async () => {
    const night = after({ kind: 'nightly', from: '2026-03-01T00:00:00.000Z' });
    expect(await next(after({}, night), '2026-03-02T15:59:59.999Z')).toBeNull();
    expect(await next(after({}), '2026-03-02T16:00:00.000Z')).toMatchObject({
      kind: 'hourly',
      span: { from: '2026-03-02T14:55:00.000Z', until: '2026-03-02T15:59:55.000Z' },
      countedFrom: '2026-03-02T15:00:00.000Z',
      logFrom: 200n,
    });
  });

  it('continues after an earlier run if a clock that was ahead ended the last one', async () => {
    const ahead = { until: '2026-03-03T15:00:00.000Z', logUntil: '300' };
    const back = after(ahead, after({}));
    expect(await next(back, '2026-03-02T16:00:00.000Z')).toMatchObject({
      kind: 'hourly',
      span: { from: '2026-03-02T14:55:00.000Z', until: '2026-03-02T15:59:55.000Z' },
      logFrom: 200n,
    });
    const right = after({ until: '2026-03-02T16:00:00.000Z', logUntil: '400' }, back);
    expect(await next(right, '2026-03-03T15:00:00.000Z')).toMatchObject({ logFrom: 400n });
    expect((await next(after(ahead), '2026-03-02T16:00:00.000Z'))?.kind).toBe('nightly');
  });

  it('begins at the start of a last run that found more than it recorded', async () => {
    const many = Array.from({ length: 502 }, (_, n) => foreignDebit(n));
    const state = after({ differences: many });
    expect(await next(state, '2026-03-02T15:02:00.000Z')).toMatchObject({
      span: { from: '2026-03-02T13:55:00.000Z' },
      logFrom: 100n,
    });
  });

  it('confirms new differences of the last run after a minute', async () => {
    const night = after({ kind: 'nightly', from: '2026-03-01T00:00:00.000Z' });
    const state = after({ differences: [foreignDebit(1)] }, night);
    expect(await next(state, '2026-03-02T15:00:59.000Z')).toBeNull();
    expect(await next(state, '2026-03-02T15:01:00.000Z')).toMatchObject({
      ...{ kind: 'hourly', known: [foreignDebit(1)] },
    });
    const kept = after({ at: '2026-03-02T15:01:06.000Z', subjects: new Set() }, state);
    expect(await next(kept, '2026-03-02T15:10:00.000Z')).toBeNull();
  });

  it('starts at once on a request', async () => {
    const data = { by: 'staff:1', at: run.at };
    const asked = reconciliations.evolve(after({}), { type: 'ReconciliationRequested', data });
    expect(await next(asked, '2026-03-02T15:00:10.000Z')).toMatchObject({ kind: 'requested' });
  });

  it.each<[string, Reconciliation, readonly object[]]>([
    ['that closed within a week', closedAt('2026-02-24T07:30:00.001Z'), [foreignDebit(1)]],
    ['that closed before that', closedAt('2026-02-24T07:30:00.000Z'), []],
    [
      'that is open again',
      after(
        { at: '2026-03-02T17:00:00.000Z', differences: [foreignDebit(1)] },
        after({ at: '2026-03-02T16:00:00.000Z', differences: [foreignDebit(1)] }, closedAt(run.at)),
      ),
      [{ ...foreignDebit(1), openedAt: '2026-03-02T16:00:00.000Z' }],
    ],
  ])('compares at night a difference %s', async (_, state, known) => {
    const runs = after(
      { at: '2026-03-03T07:30:00.000Z', until: '2026-03-03T07:30:00.000Z' },
      state,
    );
    const night = await next(runs, '2026-03-03T08:00:00.000Z');
    expect(night?.kind).toBe('nightly');
    expect(night?.known).toMatchObject(known);
    expect(night?.known).toHaveLength(known.length);
  });

  it('compares all of yesterday once, from its beginning in the log', async () => {
    const yesterday = after({ until: '2026-03-01T23:59:00.000Z', logUntil: '150' });
    const state = after({ until: '2026-03-03T07:30:00.000Z', logUntil: '900' }, yesterday);
    expect(await next(state, '2026-03-03T07:59:59.000Z')).toBeNull();
    const night = await next(state, '2026-03-03T08:00:00.000Z');
    expect(night).toMatchObject({
      kind: 'nightly',
      span: { from: '2026-03-02T00:00:00.000Z', until: '2026-03-03T00:00:00.000Z' },
      logFrom: 150n,
    });
    const done = after(
      { kind: 'nightly', from: night!.span.from, until: night!.span.until },
      state,
    );
    expect(await next(done, '2026-03-03T08:01:00.000Z')).toBeNull();
  });

  it.each([
    ['the first missed night', '2026-02-27', '2026-02-28'],
    ['at most those of the last week', '2026-02-01', '2026-02-24'],
  ])('makes up for missed nights: %s', async (_, of, day) => {
    const state = after(
      { kind: 'nightly', from: `${of}T00:00:00.000Z` },
      after({ until: '2026-03-03T07:30:00.000Z' }),
    );
    const end = new Date(Date.parse(`${day}T24:00:00.000Z`)).toISOString();
    expect(await next(state, '2026-03-03T08:00:00.000Z')).toMatchObject({
      kind: 'nightly',
      span: { from: `${day}T00:00:00.000Z`, until: end },
    });
  });

  it('compares a day again after another run if it found more than it recorded', async () => {
    const hour = (until: string, logUntil: string, state?: Reconciliation) =>
      after({ until, at: until, logUntil, subjects: new Set() }, state);
    const night = { from: '2026-03-02T00:00:00.000Z', until: '2026-03-03T00:00:00.000Z' };
    const many = Array.from({ length: 501 }, (_, n) => foreignDebit(n));
    const state = after(
      {
        kind: 'nightly',
        ...night,
        at: '2026-03-03T08:05:00.000Z',
        logFrom: '150',
        differences: many,
      },
      hour('2026-03-03T07:30:00.000Z', '900'),
    );
    expect(await next(state, '2026-03-03T08:10:00.000Z')).toMatchObject({ kind: 'hourly' });
    const later = hour('2026-03-03T08:30:00.000Z', '950', state);
    expect(await next(later, '2026-03-03T09:00:00.000Z')).toMatchObject({
      ...{ kind: 'nightly', span: night, logFrom: 150n },
    });
    const nextDay = hour('2026-03-04T07:30:00.000Z', '990', later);
    expect(await next(nextDay, '2026-03-04T08:00:00.000Z')).toMatchObject({ span: night });
  });

  it('compares many known differences in turn', async () => {
    const many = Array.from({ length: 360 }, (_, n) => foreignDebit(n));
    const one = after({ differences: many, subjects: new Set() });
    const known = async (state: Reconciliation) =>
      (await next(state, '2026-03-02T16:00:00.000Z'))!.known.map(({ journalId }) => journalId);
    const two = after({ differences: [], subjects: new Set() }, one);
    const seen = new Set([...(await known(one)), ...(await known(two))]);
    expect((await known(one)).length).toBe(150);
    expect(seen.size).toBe(300);
  });
});
