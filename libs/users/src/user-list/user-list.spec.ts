import { describe, expect, it } from '@jest/globals';
import { projected } from '../../../../test/support/given.js';
import type { UserEvent } from '../user/user.events.js';
import * as example from '../user/user.examples.js';
import { userList } from './user-list.projection.js';

const { abandoned, addressRejected, addressVerified, registered, rejected, verified } = example;

const byOnboarding = {
  ...verified,
  data: { ...verified.data, by: 'onboarding' },
} as UserEvent;

const shown = (...events: UserEvent[]) => projected(userList, ...events).docs['u-1'];

describe('a user in the list', () => {
  it('shows what was registered', () =>
    expect(shown(registered)).toEqual({
      id: 'u-1',
      externalId: 'x-1',
      email: 'ada@users.example',
      firstName: 'Ada',
      lastName: 'Lovelace',
      country: 'USA',
      phone: '+12025550143',
      dateOfBirth: '1990-12-10',
      status: 'pending_verification',
      emailStatus: 'pending',
      identityStatus: 'pending',
      addressStatus: 'pending',
      createdAt: '2026-03-16T12:00:00.000Z',
      updatedAt: '2026-03-16T12:00:00.000Z',
    }));
  it.each([
    ['a verified identity', [verified], { status: 'active', identityStatus: 'verified' }],
    ['a rejected identity', [rejected], { identityStatus: 'rejected' }],
    ['a verified address', [addressVerified], { addressStatus: 'verified' }],
    ['a rejected address', [addressRejected], { addressStatus: 'rejected' }],
    ['an e-mail that onboarding proved', [byOnboarding], { emailStatus: 'verified' }],
    ['no proof of e-mail by verification', [verified], { emailStatus: 'pending' }],
  ])('shows %s', (_, events, expected) =>
    expect(shown(registered, ...events)).toMatchObject(expected),
  );
  it('stands in the list of all and in that of its status', () =>
    expect(projected(userList, registered).indexes).toEqual({
      all: { 'u-1': 1n },
      'status:pending_verification': { 'u-1': 1n },
    }));
  it('keeps its place when its status changes', () =>
    expect(projected(userList, registered, rejected, verified, byOnboarding).indexes).toEqual({
      all: { 'u-1': 1n },
      'status:pending_verification': {},
      'status:active': { 'u-1': 1n },
    }));
  it('is not there when it was abandoned', () =>
    expect(projected(userList, abandoned)).toEqual({ docs: {}, indexes: {} }));
});
