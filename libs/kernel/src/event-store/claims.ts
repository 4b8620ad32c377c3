import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type EventOf, parserOf } from './event-schemas.js';
import type { Cause, EventStore } from './event-store.js';
import { EventLogUnavailable, WrongExpectedRevision } from './event-log.js';
import type { Stream } from './stream.js';

const schemas = {
  /** `owner` holds the value that the stream id encodes, until a later `Claimed`. */
  Claimed: z.object({ kind: z.string(), owner: z.string(), at: z.string() }),
};
type ClaimEvent = EventOf<typeof schemas>;

/** Owner of a unique value, null before the first claim. The last `Claimed` counts. */
export const claims: Stream<string | null, ClaimEvent> = {
  category: 'claim',
  initial: null,
  evolve: (_, event) => event.data.owner,
  parse: parserOf('claim', schemas),
};

/** Returns the stream id of a unique value: its hash, so that stream names show no values. */
export const claimId = (kind: string, ...value: readonly string[]): string =>
  `${kind}-${createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 40)}`;

/** Returns the owner of a value, null for a free value. `plain`: the result of `claimId`. */
export const holderOf = async (store: EventStore, plain: string): Promise<string | null> =>
  store.load(claims, await store.lookUps.ofClaim(plain));

/** Claims a free value. Returns its owner after the call: `owner`, or the earlier owner. */
export const claim = (
  store: EventStore,
  id: string,
  owner: string,
  now: Date,
  cause: Cause,
): Promise<string> => claimFrom(store, id, null, owner, now, cause);

/**
 * Takes a claim over from `from`, an owner that was never created. Returns the same as `claim`.
 * @throws {EventLogUnavailable} the log reported a conflict, but its read returns no owner.
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
  if (loaded.state !== from) return requireHolder(id, loaded.state);
  const kind = id.slice(0, id.indexOf('-'));
  const claimed: ClaimEvent = { type: 'Claimed', data: { kind, owner, at: now.toISOString() } };
  try {
    await store.appendTo(claims, id, loaded, [claimed], cause);
    return owner;
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
    return requireHolder(id, await store.load(claims, id));
  }
};

const requireHolder = (id: string, holder: string | null): string => {
  if (holder === null) throw new EventLogUnavailable(`${id}: the log returned no claim`);
  return holder;
};
