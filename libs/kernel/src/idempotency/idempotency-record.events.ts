import { z } from 'zod';
import { type EventOf, parserOf } from '../event-store/event-schemas.js';

// Stored shapes. Add a field as optional or add an event. Never change a field.

const schemas = {
  /** A request came under this key; what it makes has this id, also after a crash. */
  IdempotencyKeyClaimed: z.object({
    owner: z.string(),
    /** HMAC of the body as a JSON value; before 2026-11-26 its SHA-256. */
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

export type IdempotencyRecordEvent = EventOf<typeof schemas>;
export const parseIdempotencyRecordEvent = parserOf('idempotencyKey', schemas);
