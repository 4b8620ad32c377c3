import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { given } from '../../../../test/support/given.js';
import { userList } from '../user-list/user-list.projection.js';
import { reinstateUser } from './user-status.decide.js';
import * as example from './user.examples.js';
import type { UserEvent } from './user.events.js';
import { hasOpenWatchListHit, isRegistered, users } from './user.state.js';
import { dismissWatchListHit, reportWatchListHit } from './watch-list.decide.js';

const { closed, hitDismissed, hitReported, noon, registered, reinstated, suspended, verified } =
  example;
const active = [registered, verified] as const;
const report = { messageId: 'm-1', kind: 'footprint.watchlist_check.completed' };
const stateAfter = (...events: (typeof registered)[]) => {
  const { state } = given(users, ...events);
  if (!isRegistered(state)) throw new Error('not registered');
  return state;
};

describe('a watch-list hit', () => {
  it('is recorded with the status of the user', () =>
    given(users, ...active)
      .when(reportWatchListHit(report, noon))
      .then(hitReported));
  it.each([
    ['while it is open', [hitReported]],
    ['after its dismissal', [hitReported, hitDismissed]],
  ])('of one notification is recorded once, also %s', (_, history) =>
    given(users, ...active, ...history)
      .when(reportWatchListHit(report, noon))
      .thenNothing(),
  );
  it('of another notification is recorded after a dismissal', () =>
    given(users, ...active, hitReported, hitDismissed)
      .when(reportWatchListHit({ ...report, messageId: 'm-2' }, noon))
      .thenTypes('UserWatchListHitReported'));
  it('of an unknown user is not recorded', () =>
    given(users).when(reportWatchListHit(report, noon)).thenNothing());

  it.each([
    ['is open once it is reported', [hitReported], true],
    ['is open while the user is suspended', [hitReported, suspended], true],
    ['is open after the reinstatement', [hitReported, suspended, reinstated], true],
    ['is not open once it is dismissed', [hitReported, hitDismissed], false],
    ['is not open before a report', [], false],
  ])('%s', (_, history, open) =>
    expect(hasOpenWatchListHit(stateAfter(...active, ...history))).toBe(open),
  );

  it('changes no field that the partner reads', () => {
    const [before, after] = [stateAfter(...active), stateAfter(...active, hitReported)];
    expect({ ...after, watchListHits: null }).toEqual({ ...before, watchListHits: null });
    const changes = (event: UserEvent) => userList.project(event, {} as RecordedEvent);
    expect([hitReported, hitDismissed].flatMap(changes)).toEqual([]);
  });
});

describe('a dismissal', () => {
  it('is recorded with its reason', () =>
    given(users, ...active, hitReported)
      .when(dismissWatchListHit('another person', noon))
      .then(hitDismissed));
  it('is possible for a closed user', () =>
    given(users, ...active, hitReported, closed)
      .when(dismissWatchListHit('another person', noon))
      .then(hitDismissed));
  it.each([
    ['without a hit', active],
    ['after a dismissal', [...active, hitReported, hitDismissed]],
    ['of an unknown user', []],
  ])('%s is refused', (_, history) =>
    given(users, ...history)
      .when(dismissWatchListHit('another person', noon))
      .thenRefused('cannot_be_closed'),
  );
});

it('a reinstatement records that a hit is still open', () => {
  const data = { ...reinstated.data, hasWatchListHit: true } as const;
  given(users, ...active, hitReported, suspended)
    .when(reinstateUser('papers checked', noon))
    .then({ ...reinstated, data } as typeof reinstated);
});
