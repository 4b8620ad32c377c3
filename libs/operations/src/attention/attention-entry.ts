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
  /** Id for `retry`. Findings cannot be retried. */
  readonly id: string;
  readonly kind: 'effect' | 'event' | 'read-model' | 'finding';
  /** `deposit`, `order`, `profile`, `reconciliation` …, the stream of an event, or a read model's name. */
  readonly about: string;
  readonly subjectId: string;
  readonly partnerId: string | null;
  /** User whom the entry concerns, if any. */
  readonly userId: string | null;
  /** Amount in USD as decimal text; null for an object without an amount. */
  readonly amount: string | null;
  /** `failing`: the last attempt failed recently and the worker retries; most of these recover. */
  readonly state: 'stuck' | 'failing';
  /** Listed before all others. */
  readonly urgent: boolean;
  /** Job that would advance the object; null if no job can. */
  readonly waitsFor: string | null;
  /** ISO 8601 UTC. */
  readonly since: string;
  /**
   * Failed attempts since the last success, as far as Redis has a record. Attempts that only waited
   * do not count.
   */
  readonly tries: number;
  readonly lastTriedAt: string | null;
  /** Last error or finding in words; null when nothing failed and the object only takes long. */
  readonly lastError: string | null;
  readonly history: StuckTimeline['history'];
  /** Next step for the operator. */
  readonly next: string;
  readonly closing: ClosingView;
};
