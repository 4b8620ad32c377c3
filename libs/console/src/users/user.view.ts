import { z } from 'zod';
import type { VerificationRow } from '#kyc';
import { accountAtBroker, traderProfile } from '#onboarding';
import { flag, text, utcTime, uuid, word } from '#platform/http/answers.js';
import type { RegisteredUser } from '#users';

const outcome = (about: string) => word(about, ['pending', 'verified', 'rejected']);

const about = {
  id: uuid('The user.'),
  partnerId: uuid('Whose user it is.'),
  externalId: text('The partner’s own id, null when it gave none.', 'user-1').nullable(),
  email: text(
    'As it was registered; null once the user is erased.',
    'ada@users.example',
  ).nullable(),
  firstName: text('Given name; null once the user is erased.', 'Ada').nullable(),
  lastName: text('Family name; null once the user is erased.', 'Lovelace').nullable(),
  status: word('Where the user stands.', ['pending_verification', 'active', 'suspended', 'closed']),
  createdAt: utcTime('When the partner registered the user.'),
};

export const foundUser = z
  .strictObject(about)
  .meta({ id: 'FoundUser', description: 'A user, in short.' });

export const foundUsers = z
  .strictObject({ users: z.array(foundUser).meta({ description: 'Those who match.' }) })
  .meta({ id: 'FoundUsers', description: 'Users of any partner.' });

const verification = z
  .strictObject({
    id: uuid('The verification.'),
    userId: uuid('Whose it is.'),
    partnerId: uuid('The user’s partner.'),
    verificationType: word('Of what.', ['identity', 'address']),
    documentType: text('The document.', 'passport'),
    status: word('Where it stands.', [
      ...(['pending', 'under_review', 'approved', 'rejected', 'expired'] as const),
    ]),
    needsReview: flag('Whether the identity provider leaves the decision to people.'),
    decidedBy: text('Who or what decided, else null.', 'provider').nullable(),
    reason: text('Why, else null.', 'The photo is of a cat').nullable(),
    createdAt: utcTime('When it was started.'),
    updatedAt: utcTime('When it changed last.'),
  })
  .meta({ id: 'StaffVerification', description: 'A check of documents.' });

export const verificationList = z
  .strictObject({
    verifications: z.array(verification).meta({ description: 'The oldest first.' }),
  })
  .meta({ id: 'VerificationList', description: 'Checks of documents.' });

export const decided = z
  .strictObject({
    id: uuid('The verification.'),
    outcome: word('As it was decided.', ['approved', 'rejected']),
  })
  .meta({ id: 'DecidedVerification', description: 'A decision that is kept.' });

export const userPage = z
  .strictObject({
    ...about,
    phone: text('In international form, null when there is none.', '+14155550123').nullable(),
    country: text('Two letters; null once the user is erased.', 'US').nullable(),
    dateOfBirth: text('A date, null when it is not known.', '1990-05-15').nullable(),
    verificationStatus: z
      .strictObject({
        email: outcome('By onboarding.'),
        identity: outcome('By the latest decision.'),
        address: outcome('By the latest decision.'),
      })
      .meta({ description: 'How each part of the verification stands.' }),
    onboarding: word('Where onboarding stands.', [
      ...(['none', 'open', 'in_review', 'passed', 'failed', 'expired'] as const),
    ]),
    profile: traderProfile.nullable().meta({
      description: 'What the broker was told, null before onboarding has passed.',
      examples: [null],
    }),
    accountAtBroker: accountAtBroker.nullable().meta({
      description: 'What the broker says of the account, null before onboarding has passed.',
      examples: [null],
    }),
    verifications: z.array(verification).meta({ description: 'The oldest first.' }),
  })
  .meta({ id: 'StaffUser', description: 'All that is known of a user, on one page.' });

export const foundView = (user: RegisteredUser) => ({
  id: user.userId,
  partnerId: user.partnerId,
  externalId: user.externalId,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  status: user.status,
  createdAt: user.createdAt,
});

export const userDetails = (user: RegisteredUser) => ({
  ...foundView(user),
  phone: user.phone,
  country: user.country,
  dateOfBirth: user.dateOfBirth,
  verificationStatus: {
    email: user.emailVerified ? 'verified' : 'pending',
    identity: user.identity.status,
    address: user.address.status,
  },
});

export const verificationView = (row: VerificationRow) => ({
  id: row.id,
  userId: row.userId,
  partnerId: row.partnerId,
  verificationType: row.verificationType,
  documentType: row.documentType,
  status: row.status,
  needsReview: row.status === 'under_review' && row.reviewAwaitedAt !== null,
  decidedBy: row.decidedBy,
  reason: row.reason,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
