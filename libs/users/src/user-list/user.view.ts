import { z } from 'zod';
import { pageMetadata, text, utcTime, uuid, word } from '#http/response-schemas.js';
import type { UserRow } from './user-list.projection.js';

const named = {
  userId: uuid('The user’s id: keep it, most other endpoints take it.'),
  email: text(
    'E-mail as registered; null once the user is erased.',
    'ada@users.example',
  ).nullable(),
  firstName: text('Given name; null once the user is erased.', 'Ada').nullable(),
  lastName: text('Family name; null once the user is erased.', 'Lovelace').nullable(),
  status: word('`active` once the identity is verified; an operator may suspend or close.', [
    'pending_verification',
    'active',
    'suspended',
    'closed',
  ]),
};
const createdAt = utcTime('When the user was registered.');
const outcome = (about: string) => word(about, ['pending', 'verified', 'rejected']);

export const userAnswer = z
  .strictObject({ ...named, createdAt })
  .meta({ id: 'User', description: 'A user in responses to creation and in lists.' });

export const verifiedUserAnswer = z
  .strictObject({
    ...named,
    createdAt,
    verificationStatus: z
      .strictObject({
        email: outcome('Verified by onboarding.'),
        identity: outcome('By the latest decided identity verification or onboarding.'),
        address: outcome('By the latest decided address verification.'),
      })
      .meta({ description: 'Result of each part of the verification.' }),
  })
  .meta({ id: 'UserWithVerification', description: 'A user and the state of its verification.' });

export const updatedUserAnswer = z
  .strictObject({ ...named, updatedAt: utcTime('Time of the last change of the user.') })
  .meta({ id: 'UpdatedUser', description: 'A user after a change.' });

export const userListAnswer = z
  .strictObject({
    users: z.array(userAnswer).meta({ description: 'The users of this page.' }),
    metadata: pageMetadata,
  })
  .meta({ id: 'UserList', description: 'A page of users, the oldest first.' });

export const userView = (row: UserRow) => ({
  ...namedView(row),
  createdAt: row.createdAt,
});

export const verifiedUserView = (row: UserRow) => ({
  ...userView(row),
  verificationStatus: {
    email: row.emailStatus,
    identity: row.identityStatus,
    address: row.addressStatus,
  },
});

export const updatedUserView = (row: UserRow) => ({
  ...namedView(row),
  updatedAt: row.updatedAt,
});

const namedView = (row: UserRow) => ({
  userId: row.id,
  email: row.email,
  firstName: row.firstName,
  lastName: row.lastName,
  status: row.status,
});
