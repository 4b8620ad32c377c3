import { z } from 'zod';
import { type EventOf, parserOf } from '#platform/event-store/event-schemas.js';

// These shapes are on disk for ever. Add a field as optional, or a new event; never change one.

const about = { userId: z.string(), partnerId: z.string(), at: z.string() };

const schemas = {
  /** A secret, encrypted and bound to the user; it replaces one that no code ever proved. */
  TwoFactorSecretIssued: z.object({ ...about, sealedSecret: z.string() }),
  /** A right code, of a 30 s `step` (RFC 6238): it and those before are used up. */
  TwoFactorCodeAccepted: z.object({ ...about, step: z.int() }),
};

export type TwoFactorEvent = EventOf<typeof schemas>;
export const parseTwoFactorEvent = parserOf('twoFactor', schemas);
