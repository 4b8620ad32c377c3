import { z } from 'zod';
import { type EventOf, parserOf } from '#kernel/event-store/event-schemas.js';
import { personal } from '#kernel/event-store/personal.js';

// Stored shapes. Add a field as optional or add an event. Never change a field.

const about = { partnerUserId: z.string(), partnerId: z.string(), at: z.string() };

const schemas = {
  /** A sign-in; only the argon2id hash of its password is kept. */
  PartnerUserCreated: z.object({
    partnerUserId: z.string(),
    partnerId: z.string(),
    email: personal(z.string()),
    passwordHash: z.string(),
    at: z.string(),
  }),
  /** One session is over, and with it every token that was got by it. */
  PartnerUserSignedOut: z.object({
    ...about,
    signInId: z.string(),
    /** No token of it is good for longer. */
    until: z.string(),
    why: z.enum(['logged_out', 'refresh_token_reused']),
  }),
  /** Nobody signs in as this user, and every session is over. */
  PartnerUserDisabled: z.object({ ...about, reason: personal(z.string()) }),
  /** Another password, with which a disabled user is let in again; every session is over. */
  PartnerUserReset: z.object({ ...about, passwordHash: z.string() }),
};

export type PartnerUserEvent = EventOf<typeof schemas>;
export const parsePartnerUserEvent = parserOf('partnerUser', schemas, 'partnerUserId');
export type NewPartnerUserData = z.output<typeof schemas.PartnerUserCreated>;
