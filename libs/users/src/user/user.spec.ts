import { describe, expect, it } from '@jest/globals';
import { given } from '../../../../test/support/given.js';
import { abandonUser, changeDetails, registerUser } from './user.decide.js';
import * as example from './user.examples.js';
import { users } from './user.state.js';

const { abandoned, changed, details, noon, registered } = example;

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
