import { emailKey } from '#kernel/email.js';
import { deterministicId } from '#kernel/ids.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import { type Stream, withoutPerson } from '#kernel/event-store/stream.js';
import {
  type NewPartnerUserData,
  type PartnerUserEvent,
  parsePartnerUserEvent,
} from './partner-user.events.js';

/** A session as its tokens name it. */
export type SignIn = {
  readonly signInId: string;
  /** Generation of the user when the session began. */
  readonly generation: number;
};

export type PartnerUser = Omit<NewPartnerUserData, 'at'> & {
  readonly isDisabled: boolean;
  /** Counts what ended every session; tokens of an earlier one open nothing. */
  readonly generation: number;
  /** Sessions that were ended alone, as long as one of their tokens may still be around. */
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

/** A sign-in of the partner's servers. */
export const partnerUsers: Stream<PartnerUser | null, PartnerUserEvent> = {
  category: 'partnerUser',
  initial: null,
  evolve,
  parse: parsePartnerUserEvent,
};

/** For all that need not know who it is. */
export const partnerUserStandings = withoutPerson(partnerUsers);

/**
 * The e-mail is the identity within a partner, so signing in needs no index. The log makes the id of
 * the stream from this one.
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

/** Null when there is nobody, or nobody any more: what a partner's user signs in as. */
export const signInOf = (user: PartnerUser | null) =>
  user === null || user.email === null ? null : { ...user, email: user.email };
