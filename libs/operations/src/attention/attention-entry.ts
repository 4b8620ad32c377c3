import type { ClosingView } from './resolver.js';
import type { StuckTimeline } from './stuck-timeline.js';

/** Fields of an entry that no job waits for. */
export const WITHOUT_JOB = {
  userId: null,
  amount: null,
  state: 'stuck',
  urgent: false,
  waitsFor: null,
  tries: 0,
  lastTriedAt: null,
} as const;

/** An object that needs attention. */
export type AttentionEntry = {
  /** Id for `retry`, for every kind but a finding. */
  readonly id: string;
  readonly kind: 'effect' | 'event' | 'read-model' | 'finding';
  /** `deposit`, `order`, `profile`, `reconciliation` …, the stream of an event, or a read model's name. */
  readonly about: string;
  readonly subjectId: string;
  readonly partnerId: string | null;
  /** User whom the entry concerns, if any. */
  readonly userId: string | null;
  /** In USD, as decimal text, where it is about money. */
  readonly amount: string | null;
  /** `failing`: it failed a moment ago and is retried; most of these recover. */
  readonly state: 'stuck' | 'failing';
  /** Listed before all others. */
  readonly urgent: boolean;
  /** The job that would bring it on; null for what no job can. */
  readonly waitsFor: string | null;
  /** ISO 8601 UTC. */
  readonly since: string;
  /** Tries that failed since one succeeded, as far as Redis remembers; runs that only waited are not counted. */
  readonly tries: number;
  readonly lastTriedAt: string | null;
  /** In words, or what was found; null when nothing failed, and it only takes long. */
  readonly lastError: string | null;
  readonly history: StuckTimeline['history'];
  /** Next step for the operator. */
  readonly next: string;
  readonly closing: ClosingView;
};
