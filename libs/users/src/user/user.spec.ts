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
  it('records the details', () => given(users).when(registerUser(details, noon)).then(registered));
  it('ignores a repeat', () =>
    given(users, registered).when(registerUser(details, noon)).thenNothing());
  it('ignores a repeat after a change', () =>
    given(users, registered, changed).when(registerUser(details, noon)).thenNothing());
  it('refuses details that differ from the registration, even if they match later changes', () =>
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
  it('appends nothing to a closed stream', () =>
    given(users, abandoned).when(registerUser(details, noon)).thenNothing());
});

describe('abandoning', () => {
  it('closes an empty stream', () =>
    given(users)
      .when(abandonUser('u-1', 'p-1', noon))
      .then(abandoned));
  it('changes nothing for a registered user', () =>
    given(users, registered)
      .when(abandonUser('u-1', 'p-1', noon))
      .thenNothing());
  it('happens once', () =>
    given(users, abandoned)
      .when(abandonUser('u-1', 'p-1', noon))
      .thenNothing());
});

describe('changing details', () => {
  it('records only the fields that differ', () =>
    given(users, registered)
      .when(
        changeDetails(
          { firstName: 'Augusta', lastName: details.lastName, phone: '+12025550199' },
          noon,
        ),
      )
      .then(changed));
  it('records nothing when no field differs', () =>
    given(users, registered, changed)
      .when(changeDetails({ firstName: 'Augusta', phone: '+12025550199' }, noon))
      .thenNothing());
  it.each([
    ['first name', { firstName: 'Augusta' }],
    ['last name', { lastName: 'King' }],
    ['phone', { phone: '+12025550199' }],
  ])('records only another %s', (_, change) => {
    const data = { userId: 'u-1', partnerId: 'p-1', ...change, at: noon.toISOString() };
    given(users, registered)
      .when(changeDetails(change, noon))
      .then({ type: 'UserDetailsChanged', data });
  });
  describe('a hundred times in a day', () => {
    const often = Array.from({ length: 100 }, () => changed);
    const another = { lastName: 'King' };
    const midnight = new Date('2026-03-17T00:00:00.000Z');

    it('is refused for the rest of the day', () => {
      const { state } = given(users, registered, ...often);
      const refusal = { refusal: 'too_many', code: 'too_many_changes', retryAfterS: 12 * 3_600 };
      expect(() => changeDetails(another, noon)(state)).toThrow(expect.objectContaining(refusal));
    });
    it('is allowed while no field differs', () =>
      given(users, registered, ...often)
        .when(changeDetails({ firstName: 'Augusta' }, noon))
        .thenNothing());
    it('is allowed on the next day', () =>
      given(users, registered, ...often)
        .when(changeDetails(another, midnight))
        .then({
          type: 'UserDetailsChanged',
          data: { userId: 'u-1', partnerId: 'p-1', ...another, at: midnight.toISOString() },
        }));
    it('is allowed one change earlier', () =>
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
  it('records nothing for an unregistered user', () => {
    given(users)
      .when(changeDetails({ firstName: 'Augusta' }, noon))
      .thenNothing();
    given(users, abandoned)
      .when(changeDetails({ firstName: 'Augusta' }, noon))
      .thenNothing();
  });
  it('changes the user and the time of the last change', () => {
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

describe('the state of a user', () => {
  const at = noon.toISOString();
  const pending = { status: 'pending', decidedAt: '', decisions: [] };
  const waiting = { status: 'pending_verification', openStatus: 'pending_verification' };
  const checkResult = (status: string) => ({ status, decidedAt: at, decisions: [`${status}:v-1`] });
  const onboarded = later(verified, { by: 'onboarding', sourceId: 's-1' });

  it('has the registered details and pending results', () =>
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
  ])('%s, with the time', (_, history, known) =>
    expect(given(users, registered, ...history).state).toMatchObject({
      ...{ ...details, registration: details, createdAt: at, updatedAt: dayAfter },
      ...known,
    }),
  );
  it.each([changed, verified, suspended, closed])('cannot begin with $type', (event) =>
    expect(() => given(users, event)).toThrow('a user that was never registered'),
  );
});
