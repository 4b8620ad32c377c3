import { z } from 'zod';
import { type EventOf, parserOf } from '#kernel/event-store/event-schemas.js';
import type { EventStore } from '#kernel/event-store/event-store.js';
import type { Stream } from '#kernel/event-store/stream.js';

const schemas = {
  /** A partner was added to the list of all partners. */
  PartnerRegistered: z.object({ partnerId: z.string(), name: z.string(), at: z.string() }),
};

export type RegistryEvent = EventOf<typeof schemas>;
type Entry = { readonly id: string; readonly name: string };

/** One stream that lists all partners, so that a list does not read the whole log. */
export const partnerRegistry: Stream<readonly Entry[], RegistryEvent> = {
  category: 'partnerRegistry',
  initial: [],
  evolve: (entries, { data }) => [...entries, { id: data.partnerId, name: data.name }],
  parse: parserOf('partnerRegistry', schemas),
};

export const REGISTRY_ID = 'all';

/** Returns the names of all partners by id. */
export const partnerNames = async (
  store: Pick<EventStore, 'load'>,
): Promise<ReadonlyMap<string, string>> =>
  new Map((await store.load(partnerRegistry, REGISTRY_ID)).map(({ id, name }) => [id, name]));
