import { z } from 'zod';
import type { VerificationRow } from '#kyc/show-verification/verifications.projection.js';
import { accountAtBroker, traderProfile } from '#onboarding/show-profile/profile.view.js';
import { flag, list, object, text, utcTime, uuid, word } from '#http/response-schemas.js';
import type { RegisteredUser } from '#users/user/user.state.js';

const outcome = (about: string) => word(about, ['pending', 'verified', 'rejected']);

const about = {
  id: uuid('The user.'),
  partnerId: uuid('Partner of the user.'),
  externalId: text('Id that the partner chose, or null.', 'user-1').nullable(),
  email: text('Registered e-mail. Null once the user is erased.', 'ada@users.example').nullable(),
  firstName: text('Given name; null once the user is erased.', 'Ada').nullable(),
  lastName: text('Family name; null once the user is erased.', 'Lovelace').nullable(),
  status: word('Status of the user.', ['pending_verification', 'active', 'suspended', 'closed']),
  createdAt: utcTime('Time of the registration.'),
};

export const foundUser = object('FoundUser', 'A user, in short.', about);

export const foundUsers = object('FoundUsers', 'Users of any partner.', {
  users: list('Matching users.', foundUser),
});

const verification = object('StaffVerification', 'A check of documents.', {
  id: uuid('The verification.'),
  userId: uuid('User of the verification.'),
  partnerId: uuid('The user’s partner.'),
  verificationType: word('Part that the document proves.', ['identity', 'address']),
  documentType: text('The document.', 'passport'),
  status: word('Status of the verification.', [
    'pending',
    'under_review',
    'approved',
    'rejected',
    'expired',
  ]),
  needsReview: flag('Whether the identity provider requests a manual decision.'),
  decidedBy: text('Actor of the decision, or null.', 'provider').nullable(),
  reason: text('Reason of the decision, or null.', 'The photo is of a cat').nullable(),
  createdAt: utcTime('Time of the start.'),
  updatedAt: utcTime('Time of the last change.'),
});

export const verificationList = object('VerificationList', 'Checks of documents.', {
  verifications: list('The oldest first.', verification),
});

export const decided = object('DecidedVerification', 'A recorded decision.', {
  id: uuid('The verification.'),
  outcome: word('Decision.', ['approved', 'rejected']),
});

export const userPage = object('StaffUser', 'All data about a user.', {
  ...about,
  phone: text('International format, or null.', '+14155550123').nullable(),
  country: text('Two letters; null once the user is erased.', 'US').nullable(),
  dateOfBirth: text('ISO 8601 date, or null.', '1990-05-15').nullable(),
  verificationStatus: z
    .strictObject({
      email: outcome('By onboarding.'),
      identity: outcome('Latest decision.'),
      address: outcome('Latest decision.'),
    })
    .meta({ description: 'Status of each part of the verification.' }),
  watchListHitSince: utcTime(
    'Time since which a sanctions or watch-list hit is open, or null. Partners do not see it.',
  ).nullable(),
  onboarding: word('Status of the onboarding.', [
    'none',
    'open',
    'in_review',
    'passed',
    'failed',
    'expired',
  ]),
  profile: traderProfile.nullable().meta({
    description: 'Data sent to the broker. Null before the onboarding has passed.',
    examples: [null],
  }),
  accountAtBroker: accountAtBroker.nullable().meta({
    description: 'Account as reported by the broker. Null before the onboarding has passed.',
    examples: [null],
  }),
  verifications: list('The oldest first.', verification),
});

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
  watchListHitSince: user.watchListHits.openSince,
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
