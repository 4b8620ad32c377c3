import { z } from 'zod';
import { pageMetadata, text, utcTime, uuid, word } from '#platform/http/answers.js';
import type { Document } from '#platform/read-models/documents.js';

const named = {
  userId: uuid('The user’s id: keep it, most other endpoints take it.'),
  email: text('As it was registered.', 'ada@users.example'),
  firstName: text('Given name.', 'Ada'),
  lastName: text('Family name.', 'Lovelace'),
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
  .meta({ id: 'User', description: 'A user as it was created and is listed.' });

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
      .meta({ description: 'How each part of the verification stands.' }),
  })
  .meta({ id: 'UserWithVerification', description: 'A user and how its verification stands.' });

export const updatedUserAnswer = z
  .strictObject({ ...named, updatedAt: utcTime('When anything about the user changed last.') })
  .meta({ id: 'UpdatedUser', description: 'A user after a change.' });

export const userListAnswer = z
  .strictObject({
    users: z.array(userAnswer).meta({ description: 'The users of this page.' }),
    metadata: pageMetadata,
  })
  .meta({ id: 'UserList', description: 'A page of users, the oldest first.' });

/** What `userView` shows. */
export const LISTED_FIELDS = ['id', 'email', 'firstName', 'lastName', 'status', 'createdAt'];

export const userView = (document: Document) => ({
  ...namedView(document),
  createdAt: document['createdAt'],
});

export const verifiedUserView = (document: Document) => ({
  ...userView(document),
  verificationStatus: {
    email: document['emailStatus'],
    identity: document['identityStatus'],
    address: document['addressStatus'],
  },
});

export const updatedUserView = (document: Document) => ({
  ...namedView(document),
  updatedAt: document['updatedAt'],
});

const namedView = (document: Document) => ({
  userId: document['id'],
  email: document['email'],
  firstName: document['firstName'],
  lastName: document['lastName'],
  status: document['status'],
});
