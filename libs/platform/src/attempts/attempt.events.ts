import { z } from 'zod';
import { type EventOf, parserOf } from '../event-store/event-schemas.js';

// These shapes are on disk for ever. Add a field as optional, or a new event; never change one.

const about = { kind: z.string(), subject: z.string(), at: z.string() };

const schemas = {
  /**
   * A guess at a secret (`kind`) of somebody (`subject`) was wrong; one stream per window. `place` is a
   * hash of where it came from.
   */
  AttemptFailed: z.object({ ...about, place: z.string().optional() }),
  /** An operator vouches for the subject: no earlier failure counts any more. */
  AttemptsForgiven: z.object(about),
};

export type AttemptEvent = EventOf<typeof schemas>;
export const parseAttemptEvent = parserOf('attempt', schemas);
