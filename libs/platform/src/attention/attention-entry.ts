import type { ClosingView } from './closing.js';
import type { Story } from './story.js';

/** Something that does not go on by itself as it should. */
export type AttentionEntry = {
  /** What `retry` takes, for all but a finding. */
  readonly id: string;
  readonly kind: 'effect' | 'event' | 'read-model' | 'finding';
  /** `deposit`, `order`, `profile`, `reconciliation` …, the stream of an event, or a read model's name. */
  readonly about: string;
  readonly subjectId: string;
  readonly partnerId: string | null;
  /** Whose it is, where it is a user's. */
  readonly userId: string | null;
  /** In USD, as decimal text, where it is about money. */
  readonly amount: string | null;
  /** `failing`: it failed a moment ago and is being tried again; most of these end by themselves. */
  readonly state: 'stuck' | 'failing';
  /** The job that would bring it on; null for what no job can. */
  readonly waitsFor: string | null;
  /** ISO 8601 UTC. */
  readonly since: string;
  /** Tries that failed since one went well, as far as Redis remembers. */
  readonly tries: number;
  readonly lastTriedAt: string | null;
  /** In words, or what was found; null when nothing failed, and it only takes long. */
  readonly lastError: string | null;
  readonly history: Story['history'];
  /** What can be done. */
  readonly next: string;
  readonly closing: ClosingView;
};
