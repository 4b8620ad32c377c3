import { z } from 'zod';
import { type EventOf, parserOf } from '#kernel/event-store/event-schemas.js';
import type { Stream } from '#kernel/event-store/stream.js';

const schemas = {
  /** A line in the list of all partners. */
  PartnerRegistered: z.object({ partnerId: z.string(), name: z.string(), at: z.string() }),
};

export type RegistryEvent = EventOf<typeof schemas>;
type Entry = { readonly id: string; readonly name: string };

/** One stream that lists all partners, so that listing them needs no walk through the log. */
export const partnerRegistry: Stream<readonly Entry[], RegistryEvent> = {
  category: 'partnerRegistry',
  initial: [],
  evolve: (entries, { data }) => [...entries, { id: data.partnerId, name: data.name }],
  parse: parserOf('partnerRegistry', schemas),
};

export const REGISTRY_ID = 'all';
