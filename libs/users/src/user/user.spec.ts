import { describe, expect, it } from '@jest/globals';
import { given } from '../../../../test/support/given.js';
import { abandonUser, changeDetails, registerUser } from './user.decide.js';
import type { UserEvent } from './user.events.js';
import * as example from './user.examples.js';
import { users } from './user.state.js';

const { abandoned, changed, details, noon, registered } = example;
const { addressRejected, addressVerified, closed, reinstated, suspended, verified } = example;

/** The same event a day later, with other data. */
const dayAfter = '2026-03-17T12:00:00.000Z';
const later = (event: UserEvent, data: object = {}) =>
  ({ ...event, data: { ...event.data, ...data, at: dayAfter } }) as UserEvent;

describe('registering', () => {
  it('records what was said', () =>
    given(users).when(registerUser(details, noon)).then(registered));
  it('ignores a repeat', () =>
    given(users, registered).when(registerUser(details, noon)).thenNothing());
  it('ignores a repeat after a change', () =>
    given(users, registered, changed).when(registerUser(details, noon)).thenNothing());
  it('refuses what was not said then, though it is so now', () =>
    given(users, registered, changed)
      .when(registerUser({ ...details, firstName: 'Augusta' }, noon))
      .thenRefused('external_id_already_exists'));
  it.each([
    ['externalId', { externalId: 'x-2' }],
    ['e-mail', { email: 'grace@users.example' }],
    ['first name', { firstName: 'Grace' }],
    ['last name', { lastName: 'Hopper' }],
    ['country', { country: 'GBR' }],
    ['phone', { phone: '+12025550199' }],
    ['date of birth', { dateOfBirth: '1906-12-09' }],
  ])('refuses another %s', (_, other) =>
    given(users, registered)
      .when(registerUser({ ...details, ...other }, noon))
      .thenRefused('external_id_already_exists'),
  );
  it('does nothing on a stream that was closed', () =>
    given(users, abandoned).when(registerUser(details, noon)).thenNothing());
});

describe('abandoning', () => {
  it('closes a stream that nobody began', () =>
    given(users)
      .when(abandonUser('u-1', 'p-1', noon))
      .then(abandoned));
  it('leaves a user alone', () =>
    given(users, registered)
      .when(abandonUser('u-1', 'p-1', noon))
      .thenNothing());
  it('happens once', () =>
    given(users, abandoned)
      .when(abandonUser('u-1', 'p-1', noon))
      .thenNothing());
});

describe('changing details', () => {
  it('records only what differs', () =>
    given(users, registered)
      .when(
        changeDetails(
          { firstName: 'Augusta', lastName: details.lastName, phone: '+12025550199' },
          noon,
        ),
      )
      .then(changed));
  it('records nothing when all is so already', () =>
    given(users, registered, changed)
      .when(changeDetails({ firstName: 'Augusta', phone: '+12025550199' }, noon))
      .thenNothing());
  it.each([
    ['first name', { firstName: 'Augusta' }],
    ['last name', { lastName: 'King' }],
    ['phone', { phone: '+12025550199' }],
  ])('records another %s alone', (_, change) => {
    const data = { userId: 'u-1', partnerId: 'p-1', ...change, at: noon.toISOString() };
    given(users, registered)
      .when(changeDetails(change, noon))
      .then({ type: 'UserDetailsChanged', data });
  });
  describe('a hundred times in a day', () => {
    const often = Array.from({ length: 100 }, () => changed);
    const another = { lastName: 'King' };
    const midnight = new Date('2026-03-17T00:00:00.000Z');

    it('is refused for the rest of it', () => {
      const { state } = given(users, registered, ...often);
      const refusal = { refusal: 'too_many', code: 'too_many_changes', retryAfterS: 12 * 3_600 };
      expect(() => changeDetails(another, noon)(state)).toThrow(expect.objectContaining(refusal));
    });
    it('is no matter while nothing differs', () =>
      given(users, registered, ...often)
        .when(changeDetails({ firstName: 'Augusta' }, noon))
        .thenNothing());
    it('is no matter on the next day', () =>
      given(users, registered, ...often)
        .when(changeDetails(another, midnight))
        .then({
          type: 'UserDetailsChanged',
          data: { userId: 'u-1', partnerId: 'p-1', ...another, at: midnight.toISOString() },
        }));
    it('is no matter one change before', () =>
      given(users, registered, ...often.slice(1))
        .when(changeDetails({ firstName: 'Ada' }, noon))
        .then({
          type: 'UserDetailsChanged',
          data: { userId: 'u-1', partnerId: 'p-1', firstName: 'Ada', at: noon.toISOString() },
        }));
    it('counts from the first change of each day', () =>
      given(users, registered, ...often, later(changed), later(changed, { firstName: 'Ada' }))
        .when(changeDetails(another, new Date(dayAfter)))
        .then({
          type: 'UserDetailsChanged',
          data: { userId: 'u-1', partnerId: 'p-1', ...another, at: dayAfter },
        }));
  });
  it('records nothing of a user that never came to be', () => {
    given(users)
      .when(changeDetails({ firstName: 'Augusta' }, noon))
      .thenNothing();
    given(users, abandoned)
      .when(changeDetails({ firstName: 'Augusta' }, noon))
      .thenNothing();
  });
  it('shows in the user, with the time', () => {
    const later: typeof changed = {
      type: 'UserDetailsChanged',
      data: { userId: 'u-1', partnerId: 'p-1', lastName: 'King', at: '2026-03-17T00:00:00.000Z' },
    };
    expect(given(users, registered, changed, later).state).toMatchObject({
      firstName: 'Augusta',
      lastName: 'King',
      phone: '+12025550199',
      updatedAt: '2026-03-17T00:00:00.000Z',
      createdAt: '2026-03-16T12:00:00.000Z',
    });
  });
});

describe('what is known of a user', () => {
  const at = noon.toISOString();
  const pending = { status: 'pending', decidedAt: '', heard: [] };
  const waiting = { status: 'pending_verification', openStatus: 'pending_verification' };
  const checkResult = (status: string) => ({ status, decidedAt: at, heard: [`${status}:v-1`] });
  const onboarded = later(verified, { by: 'onboarding', sourceId: 's-1' });

  it('is all that was said, and that nothing is decided', () =>
    expect(given(users, registered).state).toEqual({
      ...{ ...details, ...waiting, registration: details, emailVerified: false },
      ...{ identity: pending, address: pending, createdAt: at, updatedAt: at },
      ...{ closedAt: null, isHeld: false, erasure: null },
      watchListHits: { openSince: null, messageIds: [] },
      changes: { day: '2026-03-16', count: 0 },
    }));
  it.each([
    ['is verified', [later(verified)], { status: 'active', identity: checkResult('verified') }],
    ['is rejected', [later(example.rejected)], { ...waiting, identity: checkResult('rejected') }],
    ['has a verified address', [later(addressVerified)], { address: checkResult('verified') }],
    ['has a rejected address', [later(addressRejected)], { address: checkResult('rejected') }],
    ['was onboarded', [onboarded], { status: 'active', emailVerified: true }],
    ['was onboarded first', [onboarded, later(verified)], { emailVerified: true }],
    ['is suspended', [verified, later(suspended)], { status: 'suspended', openStatus: 'active' }],
    ['is reinstated', [verified, suspended, later(reinstated)], { status: 'active' }],
    ['is closed', [verified, later(closed)], { status: 'closed', closedAt: dayAfter }],
  ])('is who %s, and when that was', (_, history, known) =>
    expect(given(users, registered, ...history).state).toMatchObject({
      ...{ ...details, registration: details, createdAt: at, updatedAt: dayAfter },
      ...known,
    }),
  );
  it.each([changed, verified, suspended, closed])('cannot begin with $type', (event) =>
    expect(() => given(users, event)).toThrow('a user that was never registered'),
  );
});
