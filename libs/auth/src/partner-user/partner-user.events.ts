import { z } from 'zod';
import { type EventOf, parserOf } from '#kernel/event-store/event-schemas.js';
import { personal } from '#kernel/event-store/personal.js';

// Stored shapes. Add a field as optional or add an event. Never change a field.

const about = { partnerUserId: z.string(), partnerId: z.string(), at: z.string() };

const schemas = {
  /** A partner user was created. The event has only the argon2id hash of the password. */
  PartnerUserCreated: z.object({
    partnerUserId: z.string(),
    partnerId: z.string(),
    email: personal(z.string()),
    passwordHash: z.string(),
    at: z.string(),
  }),
  /** A session ended, and with it all tokens of the session. */
  PartnerUserSignedOut: z.object({
    ...about,
    signInId: z.string(),
    /** Latest expiry of the session's tokens. */
    until: z.string(),
    why: z.enum(['logged_out', 'refresh_token_reused']),
  }),
  /** The user was disabled, and all sessions ended. */
  PartnerUserDisabled: z.object({ ...about, reason: personal(z.string()) }),
  /** The user got a new password, which also enables a disabled user. All sessions ended. */
  PartnerUserReset: z.object({ ...about, passwordHash: z.string() }),
};

export type PartnerUserEvent = EventOf<typeof schemas>;
export const parsePartnerUserEvent = parserOf('partnerUser', schemas, 'partnerUserId');
export type NewPartnerUserData = z.output<typeof schemas.PartnerUserCreated>;
