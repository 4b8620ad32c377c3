import { z } from 'zod';
import { type EventOf, parserOf } from '../event-store/event-schemas.js';

// Stored shapes. Add a field as optional or add an event. Never change a field.

const schemas = {
  /** A request used this key. `owner` is the id of the object that it creates, also after a crash. */
  IdempotencyKeyClaimed: z.object({
    owner: z.string(),
    /** HMAC of the body as a JSON value. Before 2026-11-26 its SHA-256. */
    bodyHash: z.string(),
    at: z.string(),
  }),
  /** The response showed an object that existed already. */
  IdempotencyKeyAnswered: z.object({
    status: z.int(),
    /** Revision of the last event that the response showed. */
    seen: z.string(),
    at: z.string(),
  }),
  /** The API rejected the request, and the key is free again. */
  IdempotencyKeyReleased: z.object({ at: z.string() }),
};

export type IdempotencyRecordEvent = EventOf<typeof schemas>;
export const parseIdempotencyRecordEvent = parserOf('idempotencyKey', schemas);
