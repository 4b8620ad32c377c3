import { describe, expect, it } from '@jest/globals';
import { rowAfter, rowsAfter } from '../../../../test/support/given.js';
import type { UserEvent } from '../user/user.events.js';
import * as example from '../user/user.examples.js';
import { registrationView } from './registration.view.js';
import { type UserRow, userList, userRows } from './user-list.projection.js';
import { verifiedUserView } from './user.view.js';

const { abandoned, addressRejected, addressVerified, registered, rejected, verified } = example;
const { changed, closed, reinstated, suspended } = example;

const byOnboarding = {
  ...verified,
  data: { ...verified.data, by: 'onboarding' },
} as UserEvent;

const shown = (...events: UserEvent[]) => rowAfter(userRows, ...events);

/**
 * Events contain the result that counts, because an older decision may arrive later. Events of the
 * first versions lack it.
 */
const outOfOrder = (
  [
    [rejected, 'identity', 'rejected', 'verified'],
    [addressVerified, 'address', 'verified', 'rejected'],
    [addressRejected, 'address', 'rejected', 'verified'],
  ] as const
).flatMap(([event, part, own, other]) =>
  [undefined, other].map((counts): [string, UserEvent[], object] => [
    `${event.type} with ${counts ?? 'no'} result`,
    [{ ...event, data: { ...event.data, [part]: counts } } as UserEvent],
    { [`${part}Status`]: counts ?? own },
  ]),
);

describe('a user in the list', () => {
  it('shows the registration', () =>
    expect(shown(registered)).toEqual({
      id: 'u-1',
      partnerId: 'p-1',
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
  it.each<[string, UserEvent[], object]>([
    ['a verified identity', [verified], { status: 'active', identityStatus: 'verified' }],
    ['a rejected identity', [rejected], { identityStatus: 'rejected' }],
    ['a verified address', [addressVerified], { addressStatus: 'verified' }],
    ['a rejected address', [addressRejected], { addressStatus: 'rejected' }],
    ...outOfOrder,
    ['an e-mail that onboarding proved', [byOnboarding], { emailStatus: 'verified' }],
    ['changed fields', [changed], { firstName: 'Augusta', phone: '+12025550199' }],
    ['unchanged fields', [changed], { lastName: 'Lovelace', email: 'ada@users.example' }],
    ['a suspension', [verified, suspended], { status: 'suspended' }],
    ['the end of a suspension', [verified, suspended, reinstated], { status: 'active' }],
    ['a closure', [verified, closed], { status: 'closed' }],
    ['no proof of e-mail by verification', [verified], { emailStatus: 'pending' }],
  ])('shows %s', (_, events, expected) =>
    expect(shown(registered, ...events)).toMatchObject(expected),
  );
  it.each([
    ['first name', { firstName: 'Augusta' }],
    ['last name', { lastName: 'King' }],
    ['phone', { phone: '+12025550199' }],
  ])('shows another %s and the other fields unchanged', (_, change) => {
    const at = '2026-03-17T12:00:00.000Z';
    const data = { userId: 'u-1', partnerId: 'p-1', ...change, at };
    expect(shown(registered, { type: 'UserDetailsChanged', data })).toEqual({
      ...shown(registered),
      ...{ ...change, updatedAt: at },
    });
  });
  it.each([verified, rejected, addressVerified, addressRejected, suspended, reinstated, closed])(
    'shows the time of $type',
    (event) => {
      const updatedAt = '2026-03-17T12:00:00.000Z';
      const later = { ...event, data: { ...event.data, at: updatedAt } } as UserEvent;
      expect(shown(registered, later)).toMatchObject({ updatedAt });
    },
  );
  it.each([
    ['suspended', [verified, suspended]],
    ['active', [verified, suspended, reinstated]],
    ['closed', [verified, closed]],
  ])('is %s', (status, events) => expect(shown(registered, ...events)).toMatchObject({ status }));
  it('has a row of its own', () => {
    const other = { ...registered, data: { ...registered.data, userId: 'u-2' } } as UserEvent;
    expect(rowsAfter(userList, registered, other, verified)['userRows']).toMatchObject([
      { id: 'u-1', status: 'active' },
      { id: 'u-2', status: 'pending_verification' },
    ]);
  });
  it('is missing if it was abandoned', () => expect(rowsAfter(userList, abandoned)).toEqual({}));
});

describe('the user in responses', () => {
  const row = shown(registered, changed, verified) as UserRow;
  it('is the same user in both families', () => {
    expect(verifiedUserView(row)).toEqual({
      userId: 'u-1',
      email: 'ada@users.example',
      firstName: 'Augusta',
      lastName: 'Lovelace',
      status: 'active',
      createdAt: '2026-03-16T12:00:00.000Z',
      verificationStatus: { email: 'pending', identity: 'verified', address: 'pending' },
    });
    expect(registrationView(row)).toEqual({
      id: 'u-1',
      partnerId: 'p-1',
      externalId: 'x-1',
      name: 'Augusta',
      familyName: 'Lovelace',
      email: 'ada@users.example',
      phone: '+12025550199',
      countryCode: 'USA',
      dateCreated: '2026-03-16T12:00:00.000Z',
      dateModified: '2026-03-16T12:00:00.000Z',
    });
  });
  it('has null for unknown values', () => {
    const bare: UserEvent = {
      type: 'UserRegistered',
      data: { ...example.details, externalId: null, phone: null, at: '' },
    };
    expect(registrationView(shown(bare) as UserRow)).toMatchObject({
      externalId: null,
      phone: null,
    });
  });
});
