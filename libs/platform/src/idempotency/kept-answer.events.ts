import { z } from 'zod';
import { type EventOf, parserOf } from '../event-store/event-schemas.js';

// These shapes are on disk for ever. Add a field as optional, or a new event; never change one.

const schemas = {
  /** A request came under this key; what it makes has this id, also after a crash. */
  IdempotencyKeyClaimed: z.object({
    owner: z.string(),
    /** Of the body as a JSON value: an HMAC, before 2026-11-26 the SHA-256 itself. */
    bodyHash: z.string(),
    at: z.string(),
  }),
  /** The request was answered with an object that was there already, as it stood then. */
  IdempotencyKeyAnswered: z.object({
    status: z.int(),
    /** Revision of the object's last event at that moment. */
    seen: z.string(),
    at: z.string(),
  }),
  /** The request was refused, and the key is free again. */
  IdempotencyKeyReleased: z.object({ at: z.string() }),
};

export type KeptAnswerEvent = EventOf<typeof schemas>;
export const parseKeptAnswerEvent = parserOf('idempotencyKey', schemas);
