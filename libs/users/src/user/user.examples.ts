import type { UserEvent } from './user.events.js';

/** One canonical example of each event, for every spec that needs one. */
export const noon = new Date('2026-03-16T12:00:00.000Z');
const at = noon.toISOString();
const about = { userId: 'u-1', partnerId: 'p-1', at };

export const details = {
  userId: 'u-1',
  partnerId: 'p-1',
  externalId: 'x-1',
  email: 'ada@users.example',
  firstName: 'Ada',
  lastName: 'Lovelace',
  country: 'USA',
  phone: '+12025550143',
  dateOfBirth: '1990-12-10',
};

export const registered: UserEvent = { type: 'UserRegistered', data: { ...details, at } };
export const abandoned: UserEvent = { type: 'UserAbandoned', data: about };

const verdict = { ...about, sourceId: 'v-1', decidedAt: at };
const by = 'verification';

export const verified: UserEvent = {
  type: 'UserIdentityVerified',
  data: { ...verdict, by, status: 'active', identity: 'verified' },
};
export const rejected: UserEvent = {
  type: 'UserIdentityRejected',
  data: { ...verdict, by, identity: 'rejected' },
};
export const addressVerified: UserEvent = {
  type: 'UserAddressVerified',
  data: { ...verdict, address: 'verified' },
};
export const addressRejected: UserEvent = {
  type: 'UserAddressRejected',
  data: { ...verdict, address: 'rejected' },
};

export const changed: UserEvent = {
  type: 'UserDetailsChanged',
  data: { ...about, firstName: 'Augusta', phone: '+12025550199' },
};
export const suspended: UserEvent = {
  type: 'UserSuspended',
  data: { ...about, reason: 'odd deposits', from: 'active' },
};
export const reinstated: UserEvent = {
  type: 'UserReinstated',
  data: { ...about, reason: 'papers checked', to: 'active' },
};
export const hitReported: UserEvent = {
  type: 'UserWatchListHitReported',
  data: {
    ...about,
    ...{ messageId: 'm-1', kind: 'footprint.watchlist_check.completed', status: 'active' },
  },
};
export const hitDismissed: UserEvent = {
  type: 'UserWatchListHitDismissed',
  data: { ...about, reason: 'another person' },
};
export const closed: UserEvent = {
  type: 'UserClosed',
  data: { ...about, reason: 'asked to leave', from: 'active' },
};
