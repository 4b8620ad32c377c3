import { emailKey } from '#kernel/email.js';
import { deterministicId } from '#kernel/ids.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import { type Stream, withoutPerson } from '#kernel/event-store/stream.js';
import {
  type NewPartnerUserData,
  type PartnerUserEvent,
  parsePartnerUserEvent,
} from './partner-user.events.js';

/** A session, as identified by its tokens. */
export type SignIn = {
  readonly signInId: string;
  /** Generation of the user when the session began. */
  readonly generation: number;
};

export type PartnerUser = Omit<NewPartnerUserData, 'at'> & {
  readonly isDisabled: boolean;
  /** Number of events that ended all sessions. Tokens of an earlier generation are invalid. */
  readonly generation: number;
  /** Sessions that ended separately, until their last token expires. */
  readonly ended: readonly { readonly signInId: string; readonly until: string }[];
};

const evolve = (user: PartnerUser | null, { type, data }: PartnerUserEvent): PartnerUser => {
  if (type === 'PartnerUserCreated') {
    const { partnerUserId, partnerId, email, passwordHash } = data;
    const known = { partnerUserId, partnerId, email, passwordHash };
    return { ...known, isDisabled: false, generation: 0, ended: [] };
  }
  if (user === null) throw new Error(`${type} of a partner user never created`);
  switch (type) {
    case 'PartnerUserSignedOut': {
      const { signInId, until, at } = data;
      return {
        ...user,
        ended: [...user.ended.filter((each) => each.until > at), { signInId, until }],
      };
    }
    case 'PartnerUserDisabled':
      return { ...user, isDisabled: true, generation: user.generation + 1, ended: [] };
    case 'PartnerUserReset': {
      const { passwordHash } = data;
      return {
        ...user,
        passwordHash,
        isDisabled: false,
        generation: user.generation + 1,
        ended: [],
      };
    }
  }
};

/** A user of the partner's servers or staff. */
export const partnerUsers: Stream<PartnerUser | null, PartnerUserEvent> = {
  category: 'partnerUser',
  initial: null,
  evolve,
  parse: parsePartnerUserEvent,
};

/** The user without personal data. */
export const partnerUserStandings = withoutPerson(partnerUsers);

/**
 * Returns the id by partner and e-mail, so that a login needs no index. The log derives the id of
 * the stream from it.
 */
export const partnerUserId = (partnerId: string, email: string): string =>
  deterministicId('partnerUser', partnerId, emailKey(email));

/** Returns the user who signs in with this address, or null. */
export const findPartnerUser = async (
  store: EventStore,
  partnerId: string,
  email: string,
): Promise<PartnerUser | null> =>
  store.load(partnerUsers, await store.lookUps.ofId(partnerUserId(partnerId, email)));

/**
 * Returns whether tokens of this session are valid. A missing user counts as valid: a node that
 * lags may not know the user yet, and a session cannot end before its user exists.
 */
export const isOpen = (user: PartnerUser | null, { signInId, generation }: SignIn): boolean =>
  user === null ||
  (!user.isDisabled &&
    user.generation === generation &&
    !user.ended.some((each) => each.signInId === signInId));

/** Returns a user who can sign in; null for an unknown or erased user. */
export const signInOf = (user: PartnerUser | null) =>
  user === null || user.email === null ? null : { ...user, email: user.email };
