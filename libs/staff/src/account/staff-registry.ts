import { z } from 'zod';
import { type EventOf, parserOf } from '#kernel/event-store/event-schemas.js';
import { personal } from '#kernel/event-store/personal.js';
import type { Stream } from '#kernel/event-store/stream.js';

const schemas = {
  /** A staff account was added to the list of all accounts. */
  StaffRegistered: z.object({ staffId: z.string(), email: personal(z.string()), at: z.string() }),
};

type RegistryEvent = EventOf<typeof schemas>;

/** One stream that lists the ids of all accounts. Repeated entries count once. */
export const staffRegistry: Stream<readonly string[], RegistryEvent> = {
  category: 'staffRegistry',
  initial: [],
  evolve: (ids, { data }) => [...new Set([...ids, data.staffId])],
  parse: parserOf('staffRegistry', schemas, 'staffId'),
};

export const REGISTRY_ID = 'all';
