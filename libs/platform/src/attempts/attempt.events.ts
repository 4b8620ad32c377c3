import { z } from 'zod';
import { type EventOf, parserOf } from '../event-store/event-schemas.js';

// These shapes are on disk for ever. Add a field as optional, or a new event; never change one.

const schemas = {
  /** A guess at a secret (`kind`) of somebody (`subject`) was wrong; one stream per window. */
  AttemptFailed: z.object({ kind: z.string(), subject: z.string(), at: z.string() }),
};

export type AttemptEvent = EventOf<typeof schemas>;
export const parseAttemptEvent = parserOf('attempt', schemas);
