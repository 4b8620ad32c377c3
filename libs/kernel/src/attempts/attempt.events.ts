import { z } from 'zod';
import { type EventOf, parserOf } from '../event-store/event-schemas.js';

// Stored shapes. Add a field as optional or add an event. Never change a field.

const about = { kind: z.string(), subject: z.string(), at: z.string() };

const schemas = {
  /**
   * A caller guessed a secret (`kind`) of `subject` wrongly. Each window has a stream. `place` is a
   * hash of the caller's origin.
   */
  AttemptFailed: z.object({ ...about, place: z.string().optional() }),
  /** An operator reset the count of failures. */
  AttemptsForgiven: z.object(about),
};

export type AttemptEvent = EventOf<typeof schemas>;
export const parseAttemptEvent = parserOf('attempt', schemas);
