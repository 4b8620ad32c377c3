import { DECISION_POLL_FIRST_MS, DECISION_POLL_MAX_MS, OPEN_POLL_MS } from '../timing.js';

/** The queues, one per kind of work. Their depth is what operators watch. */
export const QUEUES = [
  'onboarding',
  'kyc-review',
  'funding-settlement',
  'order-submission',
  'webhooks',
] as const;
export type QueueName = (typeof QUEUES)[number];

/** Intervals at which the worker polls a waiting object. */
export type PollInterval = {
  readonly firstMs: number;
  readonly factor: 1 | 2;
  readonly maxMs: number;
};

/** One kind of work. A job carries only the id of what it is about; the facts are in its stream. */
export type JobKind = {
  readonly queue: QueueName;
  /** Letters and dashes; unique over all queues. */
  readonly name: string;
  /** Category of the stream that its id belongs to. */
  readonly category: string;
  /** While its due entry stands: the pause between two looks. */
  readonly poll: PollInterval;
  /** Others decide when it ends, in days perhaps: only its failures need anybody's attention. */
  readonly mayWait?: true;
  /** It does no more than hold our record against the provider's: people may ask for it at any time. */
  readonly anyTime?: true;
  /** An operator should see it before everything else. */
  readonly isUrgent?: true;
  /**
   * For ids that are no stream's, so that no request is known: what logs and traces call this piece
   * of work instead. Its own, and no id of a person.
   */
  readonly traceName?: (id: string) => string;
};

/** Poll interval of every open effect, well within `OPEN_POLL_DOCUMENTED_MS`. */
export const EVERY_15_S: PollInterval = { firstMs: OPEN_POLL_MS, factor: 1, maxMs: OPEN_POLL_MS };

/** For what somebody else decides in minutes or days, beside a notification that may get lost. */
export const UP_TO_AN_HOUR: PollInterval = {
  firstMs: DECISION_POLL_FIRST_MS,
  factor: 2,
  maxMs: DECISION_POLL_MAX_MS,
};

/** Action that follows from an event: enqueue a job, schedule it for a time, or cancel it. */
export type JobAction =
  | { readonly kind: 'enqueue'; readonly job: JobKind; readonly id: string }
  | { readonly kind: 'schedule'; readonly job: JobKind; readonly id: string; readonly at: Date }
  | { readonly kind: 'cancel'; readonly job: JobKind; readonly id: string };

export const enqueue = (job: JobKind, id: string): JobAction => ({ kind: 'enqueue', job, id });
export const schedule = (job: JobKind, id: string, at: Date): JobAction => ({
  kind: 'schedule',
  job,
  id,
  at,
});
export const cancel = (job: JobKind, id: string): JobAction => ({ kind: 'cancel', job, id });

/** `afterMs` later than an ISO 8601 time. */
export const later = (at: string, afterMs: number): Date => new Date(Date.parse(at) + afterMs);

/** Pure reaction table: what does this event call for? */
export type Policy<Event> = (event: Event) => readonly JobAction[];
