import type { RecordedEvent } from '../event-store/event-log.js';
import type { IdempotentOperation } from './idempotency-keys.js';

const FIRST = 0n;

type Identified<Body> = {
  /** Id that the content of the request determines, such as its externalId. */
  readonly id: string;
  /**
   * Makes it and answers its first event, or null for one that somebody else appends; or finds it there
   * already: then false. @throws {Refused} as the request deserves.
   */
  readonly make: () => Promise<RecordedEvent | null | false>;
  /** Its last revision; null when it is not there, or is not what this request asks for. */
  readonly find: () => Promise<bigint | null>;
  /** As it stood after that revision. `first`: its first event, where it is at hand. */
  readonly show: (revision: bigint, first?: RecordedEvent | null) => Promise<Body>;
};

/**
 * For `IdempotencyKeys`: 201 with what was made, as its first event tells it; 200 with what was
 * there already, as it stands. Without a key the same.
 */
export const createIdempotently = <Body>(thing: Identified<Body>): IdempotentOperation<Body> => ({
  owner: () => thing.id,
  make: async () => {
    const made = await thing.make();
    if (made !== false) return { status: 201, body: await thing.show(FIRST, made) };
    const seen = (await thing.find()) ?? FIRST;
    return { status: 200, body: await thing.show(seen), seen };
  },
  again: async ({ answered }) => {
    if ((await thing.find()) === null) return null;
    const { status, seen } = answered ?? { status: 201, seen: FIRST };
    return { status, body: await thing.show(seen) };
  },
});
