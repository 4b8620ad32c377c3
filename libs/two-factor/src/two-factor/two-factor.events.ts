import { z } from 'zod';
import { type EventOf, parserOf } from '#kernel/event-store/event-schemas.js';

// Stored shapes. Add a field as optional or add an event. Never change a field.

const about = { userId: z.string(), partnerId: z.string(), at: z.string() };

const schemas = {
  /** A secret, encrypted and bound to the user; it replaces one that no code ever proved. */
  TwoFactorSecretIssued: z.object({ ...about, sealedSecret: z.string() }),
  /** A right code, of a 30 s `step` (RFC 6238): it and those before are used up. */
  TwoFactorCodeAccepted: z.object({
    ...about,
    step: z.int(),
    /** The request that the code confirmed; its repeat may repeat the code. */
    use: z.string().optional(),
  }),
};

export type TwoFactorEvent = EventOf<typeof schemas>;
export const parseTwoFactorEvent = parserOf('twoFactor', schemas);
