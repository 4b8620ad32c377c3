import { describe, expect, it } from '@jest/globals';
import { given } from '../../../../test/support/given.js';
import { requireNotBlocked } from './require-user.js';
import { closeUser, reinstateUser, suspendUser } from './user-status.decide.js';
import * as example from './user.examples.js';
import { isRegistered, users } from './user.state.js';

const { abandoned, closed, noon, registered, reinstated, suspended, verified } = example;

describe('suspending a user', () => {
  it('is recorded with its reason and the earlier status', () =>
    given(users, registered, verified).when(suspendUser('odd deposits', noon)).then(suspended));
  it('may come before verification', () =>
    given(users, registered)
      .when(suspendUser('odd deposits', noon))
      .then({ ...suspended, data: { ...suspended.data, from: 'pending_verification' } } as never));
  it('happens once', () =>
    given(users, registered, verified, suspended).when(suspendUser('again', noon)).thenNothing());
  it('is refused for a closed user', () =>
    given(users, registered, verified, closed)
      .when(suspendUser('late', noon))
      .thenRefused('user_closed'));
  it('is refused for an unknown user', () => {
    given(users).when(suspendUser('who', noon)).thenRefused('user_not_found');
    given(users, abandoned).when(suspendUser('who', noon)).thenRefused('user_not_found');
  });
});

describe('reinstating a user', () => {
  it('restores the earlier status', () =>
    given(users, registered, verified, suspended)
      .when(reinstateUser('papers checked', noon))
      .then(reinstated));
  it('restores the pending status', () =>
    given(users, registered, {
      ...suspended,
      data: { ...suspended.data, from: 'pending_verification' },
    } as typeof suspended)
      .when(reinstateUser('papers checked', noon))
      .then({ ...reinstated, data: { ...reinstated.data, to: 'pending_verification' } } as never));
  it('activates a user who was verified meanwhile', () =>
    given(users, registered, suspended, {
      ...verified,
      data: { ...verified.data, status: 'suspended' },
    } as typeof verified)
      .when(reinstateUser('papers checked', noon))
      .then(reinstated));
  it('changes nothing for a user who is not suspended', () =>
    given(users, registered, verified).when(reinstateUser('why', noon)).thenNothing());
  it('is refused for a closed user', () =>
    given(users, registered, verified, suspended, closed)
      .when(reinstateUser('late', noon))
      .thenRefused('user_closed'));
});

describe('closing a user', () => {
  it('is recorded with its reason and the earlier status', () =>
    given(users, registered, verified).when(closeUser('asked to leave', noon)).then(closed));
  it('may follow a suspension', () =>
    given(users, registered, verified, suspended)
      .when(closeUser('asked to leave', noon))
      .then({ ...closed, data: { ...closed.data, from: 'suspended' } } as typeof closed));
  it('happens once', () =>
    given(users, registered, verified, closed).when(closeUser('again', noon)).thenNothing());
});

describe('users that may be onboarded, funded and traded for', () => {
  it.each([
    ['a new user', [registered], true],
    ['an active user', [registered, verified], true],
    ['a suspended user', [registered, verified, suspended], false],
    ['a reinstated user', [registered, verified, suspended, reinstated], true],
    ['a closed user', [registered, verified, closed], false],
  ])('%s', (_, events, may) => {
    const { state } = given(users, ...events);
    if (!isRegistered(state)) throw new Error('The user is gone');
    const check = () => requireNotBlocked(state);
    if (may) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'user_not_active' }));
  });
});
