import { z } from 'zod';
import { emailForms, emailKey } from '#platform/core/email.js';
import { deterministicId } from '#platform/core/ids.js';
import { conflict } from '#platform/core/refused.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { type EventOf, parserOf } from '#platform/event-store/event-schemas.js';
import type { Decision, Stream } from '#platform/event-store/stream.js';

const schemas = {
  /** A sign-in; only the argon2id hash of its password is kept. */
  PartnerUserCreated: z.object({
    partnerUserId: z.string(),
    partnerId: z.string(),
    email: z.string(),
    passwordHash: z.string(),
    at: z.string(),
  }),
};

export type PartnerUserEvent = EventOf<typeof schemas>;
export type PartnerUser = z.output<typeof schemas.PartnerUserCreated>;

/** A sign-in of the partner's servers. */
export const partnerUsers: Stream<PartnerUser | null, PartnerUserEvent> = {
  category: 'partnerUser',
  initial: null,
  evolve: (_, event) => event.data,
  parse: parserOf('partnerUser', schemas),
};

/** The e-mail is the identity within a partner, so signing in needs no index. */
export const partnerUserId = (partnerId: string, email: string): string =>
  idOf(partnerId, emailKey(email));

const idOf = (partnerId: string, form: string): string =>
  deterministicId('partnerUser', partnerId, form);

/** Whoever signs in with this address, in whichever form it was kept. */
export const findPartnerUser = async (
  store: EventStore,
  partnerId: string,
  email: string,
): Promise<PartnerUser | null> => {
  for (const form of emailForms(email)) {
    const user = await store.load(partnerUsers, idOf(partnerId, form));
    if (user !== null) return user;
  }
  return null;
};

/** `known`: who has this address in another form of it. */
export const createPartnerUser =
  (
    user: PartnerUser,
    known: PartnerUser | null = null,
  ): Decision<PartnerUser | null, PartnerUserEvent> =>
  (existing) => {
    if (existing !== null || known !== null)
      throw conflict('email_already_exists', 'This partner has a user with this e-mail already');
    return [{ type: 'PartnerUserCreated', data: user }];
  };
