import type { RecordedEvent } from '../event-store/event-log.js';
import type { IdempotentOperation } from './idempotency-keys.js';

const FIRST = 0n;

type Identified<Body> = {
  /** Id that the content of the request determines, such as its externalId. */
  readonly id: string;
  /**
   * Creates the object and returns its first event, or null if another process appends that event.
   * Returns false for an existing object. @throws {Refused} for an invalid request
   */
  readonly make: () => Promise<RecordedEvent | null | false>;
  /** Returns the last revision, null if the object is missing or differs from the request. */
  readonly find: () => Promise<bigint | null>;
  /** Returns the object as of a revision. `first`: its first event, if the caller has it. */
  readonly show: (revision: bigint, first?: RecordedEvent | null) => Promise<Body>;
};

/**
 * Returns the operation that creates an object with a given id. The response is a 201 with the
 * object as of its first event, or a 200 with the present state of an existing object.
 */
export const createIdempotently = <Body>(thing: Identified<Body>): IdempotentOperation<Body> => ({
  owner: () => thing.id,
  make: async () => {
    const created = await thing.make();
    if (created !== false) return { status: 201, body: await thing.show(FIRST, created) };
    const seen = (await thing.find()) ?? FIRST;
    return { status: 200, body: await thing.show(seen), seen };
  },
  again: async ({ answered }) => {
    if ((await thing.find()) === null) return null;
    const { status, seen } = answered ?? { status: 201, seen: FIRST };
    return { status, body: await thing.show(seen) };
  },
});
