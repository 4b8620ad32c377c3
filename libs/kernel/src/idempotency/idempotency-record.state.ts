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
  /** Null: the request created the object, so the first response shows its first event. */
  readonly answered: { readonly status: number; readonly seen: bigint } | null;
};

const evolve = (
  record: IdempotencyRecord | null,
  event: IdempotencyRecordEvent,
): IdempotencyRecord | null => {
  switch (event.type) {
    case 'IdempotencyKeyClaimed': {
      const { owner, bodyHash } = event.data;
      return { owner, bodyHash, answered: null };
    }
    case 'IdempotencyKeyAnswered': {
      const { status, seen } = event.data;
      return record === null ? null : { ...record, answered: { status, seen: BigInt(seen) } };
    }
    case 'IdempotencyKeyReleased':
      return null;
  }
};

/** Record of a key, null while the key is free. */
export const idempotencyRecords: Stream<IdempotencyRecord | null, IdempotencyRecordEvent> = {
  category: 'idempotencyKey',
  initial: null,
  evolve,
  parse: parseIdempotencyRecordEvent,
};

/** Returns the stream id of a key: its hash, so that stream names show no keys. */
export const idempotencyRecordId = (partnerId: string, path: string, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([partnerId, path, key]))
    .digest('hex')
    .slice(0, 40);
