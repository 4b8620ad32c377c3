import { conflict } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import type { NewPartnerUserData, PartnerUserEvent } from './partner-user.events.js';
import { type PartnerUser, type SignIn, isOpen } from './partner-user.state.js';

type Decide = Decision<PartnerUser | null, PartnerUserEvent>;
type SignedOut = Extract<PartnerUserEvent, { type: 'PartnerUserSignedOut' }>['data'];

/** Creates a user. `known` is a user with another spelling of this e-mail. */
export const createPartnerUser =
  (user: NewPartnerUserData, known: PartnerUser | null = null): Decide =>
  (existing) => {
    if (existing !== null || known !== null)
      throw conflict('email_already_exists', 'The partner already has a user with this e-mail');
    return [{ type: 'PartnerUserCreated', data: user }];
  };

/** `until`: time at which the last token of the sign-in expires. */
export const endSignIn =
  (signIn: SignIn, why: SignedOut['why'], until: Date, now: Date): Decide =>
  (user) => {
    if (user === null || !isOpen(user, signIn)) return [];
    const ended = { signInId: signIn.signInId, until: until.toISOString(), why };
    return [{ type: 'PartnerUserSignedOut', data: { ...about(user, now), ...ended } }];
  };

export const disablePartnerUser =
  (reason: string, now: Date): Decide =>
  (user) =>
    user === null || user.isDisabled
      ? []
      : [{ type: 'PartnerUserDisabled', data: { ...about(user, now), reason } }];

export const resetPartnerUser =
  (passwordHash: string, now: Date): Decide =>
  (user) =>
    user === null
      ? []
      : [{ type: 'PartnerUserReset', data: { ...about(user, now), passwordHash } }];

const about = ({ partnerUserId, partnerId }: PartnerUser, now: Date) => ({
  partnerUserId,
  partnerId,
  at: now.toISOString(),
});
