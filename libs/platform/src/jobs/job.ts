import { DECISION_POLL_FIRST_MS, DECISION_POLL_MAX_MS, OPEN_POLL_MS } from '../core/timing.js';

/** The queues, one per kind of work. Their depth is what operators watch. */
export const QUEUES = [
  'onboarding',
  'kyc-review',
  'funding-settlement',
  'order-submission',
] as const;
export type QueueName = (typeof QUEUES)[number];

/** How long after one look a thing that is still waiting is looked at again. */
export type Again = { readonly firstMs: number; readonly factor: 1 | 2; readonly maxMs: number };

/** One kind of work. A job carries only the id of what it is about; the facts are in its stream. */
export type JobKind = {
  readonly queue: QueueName;
  /** Letters and dashes; unique over all queues. */
  readonly name: string;
  /** Category of the stream that its id belongs to. */
  readonly category: string;
  /** While its due entry stands: the pause between two looks. */
  readonly again: Again;
  /** Others decide when it ends, in days perhaps: only its failures need anybody's attention. */
  readonly mayWait?: true;
  /** It does no more than hold our record against the provider's: people may ask for it at any time. */
  readonly anyTime?: true;
  /**
   * For ids that are no stream's, so that no request is known: what logs and traces call this piece
   * of work instead. Its own, and no id of a person.
   */
  readonly traceName?: (id: string) => string;
};

/** Every open effect is looked at this often, well within `OPEN_POLL_PROMISED_MS`. */
export const EVERY_15_S: Again = { firstMs: OPEN_POLL_MS, factor: 1, maxMs: OPEN_POLL_MS };

/** For what somebody else decides in minutes or days, beside a notification that may get lost. */
export const UP_TO_AN_HOUR: Again = {
  firstMs: DECISION_POLL_FIRST_MS,
  factor: 2,
  maxMs: DECISION_POLL_MAX_MS,
};

/** What should happen because of an event: work now, a look at a time, or no more looks. */
export type Nudge =
  | { readonly kind: 'now'; readonly job: JobKind; readonly id: string }
  | { readonly kind: 'due'; readonly job: JobKind; readonly id: string; readonly at: Date }
  | { readonly kind: 'clear'; readonly job: JobKind; readonly id: string };

export const now = (job: JobKind, id: string): Nudge => ({ kind: 'now', job, id });
export const due = (job: JobKind, id: string, at: Date): Nudge => ({ kind: 'due', job, id, at });
export const clear = (job: JobKind, id: string): Nudge => ({ kind: 'clear', job, id });

/** `afterMs` later than an ISO 8601 time. */
export const later = (at: string, afterMs: number): Date => new Date(Date.parse(at) + afterMs);

/** Pure reaction table: what does this event call for? */
export type Workflow<Event> = (event: Event) => readonly Nudge[];
