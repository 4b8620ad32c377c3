import { createHash } from 'node:crypto';
import type { Stream } from '../event-store/stream.js';
import { type KeptAnswerEvent, parseKeptAnswerEvent } from './kept-answer.events.js';

/** What a key stands for. The answer itself is not kept: the object's events tell it again. */
export type KeptAnswer = {
  readonly owner: string;
  readonly bodyHash: string;
  /** Null: the request made the object, so its first answer shows its first event. */
  readonly answered: { readonly status: number; readonly seen: bigint } | null;
};

const evolve = (kept: KeptAnswer | null, event: KeptAnswerEvent): KeptAnswer | null => {
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
export const keptAnswers: Stream<KeptAnswer | null, KeptAnswerEvent> = {
  category: 'idempotencyKey',
  initial: null,
  evolve,
  parse: parseKeptAnswerEvent,
};

/** Stream id of a key; the key itself stays out of stream names. */
export const keptAnswerId = (partnerId: string, path: string, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([partnerId, path, key]))
    .digest('hex')
    .slice(0, 40);
