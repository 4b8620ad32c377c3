import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type EventOf, parserOf } from './event-schemas.js';
import type { Cause, EventStore } from './event-store.js';
import { EventLogUnavailable, WrongExpectedRevision } from './event-log.js';
import type { Stream } from './stream.js';

const schemas = {
  /** The value behind the stream's name is the owner's, until a later claim takes it over. */
  Claimed: z.object({ kind: z.string(), owner: z.string(), at: z.string() }),
};
type ClaimEvent = EventOf<typeof schemas>;

/** The owner's id, null while nobody holds the value. The last `Claimed` holds. */
export const claims: Stream<string | null, ClaimEvent> = {
  category: 'claim',
  initial: null,
  evolve: (_, event) => event.data.owner,
  parse: parserOf('claim', schemas),
};

/** Stream id of a unique value; the value itself stays out of stream names. */
export const claimId = (kind: string, ...value: readonly string[]): string =>
  `${kind}-${createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40)}`;

/** Returns the owner of a value, null if nobody holds it. `plain`: the result of `claimId`. */
export const holderOf = async (store: EventStore, plain: string): Promise<string | null> =>
  store.load(claims, await store.lookUps.ofClaim(plain));

/** The owner after this call: `owner` when it won, else whoever held the value before. */
export const claim = (
  store: EventStore,
  id: string,
  owner: string,
  now: Date,
  cause: Cause,
): Promise<string> => claimFrom(store, id, null, owner, now, cause);

/**
 * Takes a claim over from an owner known never to have come to exist. Answers as `claim` does.
 * @throws {EventLogUnavailable} the log does not show what it has said to be there: nobody won.
 */
export const claimFrom = async (
  store: EventStore,
  id: string,
  from: string | null,
  owner: string,
  now: Date,
  cause: Cause,
): Promise<string> => {
  const loaded = await store.loadWithRevision(claims, id);
  if (loaded.state !== from) return shownHolder(id, loaded.state);
  const kind = id.slice(0, id.indexOf('-'));
  const claimed: ClaimEvent = { type: 'Claimed', data: { kind, owner, at: now.toISOString() } };
  try {
    await store.appendTo(claims, id, loaded, [claimed], cause);
    return owner;
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
    return shownHolder(id, await store.load(claims, id));
  }
};

const shownHolder = (id: string, holder: string | null): string => {
  if (holder === null) throw new EventLogUnavailable(`${id}: claimed, and the claim is not shown`);
  return holder;
};
