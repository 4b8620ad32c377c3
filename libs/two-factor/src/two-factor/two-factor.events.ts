import { z } from 'zod';
import { type EventOf, parserOf } from '#kernel/event-store/event-schemas.js';

// Stored shapes. Add a field as optional or add an event. Never change a field.

const about = { userId: z.string(), partnerId: z.string(), at: z.string() };

const schemas = {
  /** A secret, encrypted and bound to the user. It replaces an unconfirmed secret. */
  TwoFactorSecretIssued: z.object({ ...about, sealedSecret: z.string() }),
  /** A right code of a 30 s `step` (RFC 6238). Codes of this and earlier steps are invalid afterwards. */
  TwoFactorCodeAccepted: z.object({
    ...about,
    step: z.int(),
    /** The request that the code confirmed. A repeat of the request may use the code again. */
    use: z.string().optional(),
  }),
};

export type TwoFactorEvent = EventOf<typeof schemas>;
export const parseTwoFactorEvent = parserOf('twoFactor', schemas);
