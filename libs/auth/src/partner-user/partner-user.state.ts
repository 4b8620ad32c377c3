import { z } from 'zod';
import { deterministicId } from '#platform/core/ids.js';
import { conflict } from '#platform/core/refused.js';
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
  deterministicId('partnerUser', partnerId, email.toLowerCase());

export const createPartnerUser =
  (user: PartnerUser): Decision<PartnerUser | null, PartnerUserEvent> =>
  (existing) => {
    if (existing !== null)
      throw conflict('email_already_exists', 'This partner has a user with this e-mail already');
    return [{ type: 'PartnerUserCreated', data: user }];
  };
