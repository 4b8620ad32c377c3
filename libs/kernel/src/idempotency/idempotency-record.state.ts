import { createHash } from 'node:crypto';
import type { Stream } from '../event-store/stream.js';
import {
  type IdempotencyRecordEvent,
  parseIdempotencyRecordEvent,
} from './idempotency-record.events.js';

/**
 * Object that a key belongs to. The response is not stored: the events of the object produce it
 * again.
 */
export type IdempotencyRecord = {
  readonly owner: string;
  readonly bodyHash: string;
  /** Null: the request made the object, so its first answer shows its first event. */
  readonly answered: { readonly status: number; readonly seen: bigint } | null;
};

const evolve = (
  kept: IdempotencyRecord | null,
  event: IdempotencyRecordEvent,
): IdempotencyRecord | null => {
  switch (event.type) {
    case 'IdempotencyKeyClaimed': {
      const { owner, bodyHash } = event.data;
      return { owner, bodyHash, answered: null };
    }
    case 'IdempotencyKeyAnswered': {
      const { status, seen } = event.data;
      return kept === null ? null : { ...kept, answered: { status, seen: BigInt(seen) } };
    }
    case 'IdempotencyKeyReleased':
      return null;
  }
};

/** Null while the key is free. */
export const idempotencyRecords: Stream<IdempotencyRecord | null, IdempotencyRecordEvent> = {
  category: 'idempotencyKey',
  initial: null,
  evolve,
  parse: parseIdempotencyRecordEvent,
};

/** Stream id of a key; the key itself stays out of stream names. */
export const idempotencyRecordId = (partnerId: string, path: string, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([partnerId, path, key]))
    .digest('hex')
    .slice(0, 40);
