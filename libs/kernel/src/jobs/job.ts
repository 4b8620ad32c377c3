import { DECISION_POLL_FIRST_MS, DECISION_POLL_MAX_MS, OPEN_POLL_MS } from '../timing.js';

/** Queues, one for each kind of work. Operators watch their depth. */
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

/** A kind of job. A job carries only the id of its object. The object's stream has the facts. */
export type JobKind = {
  readonly queue: QueueName;
  /** Letters and dashes, unique over all queues. */
  readonly name: string;
  /** Category of the stream with the job's id. */
  readonly category: string;
  /** Pause between two runs of a scheduled job. */
  readonly poll: PollInterval;
  /** A third party decides, perhaps in days, so only failures of the job need attention. */
  readonly mayWait?: true;
  /** The job only compares our record with the provider's, so operators may run it at any time. */
  readonly anyTime?: true;
  /** Operators see its failures first. */
  readonly isUrgent?: true;
  /**
   * Returns the name of a job for its correlation id in logs and traces. For kinds whose id is not
   * the id of a stream, so that no request is known. It must not contain the id of a person.
   */
  readonly traceName?: (id: string) => string;
};

/** Poll interval of every open effect, well within `OPEN_POLL_DOCUMENTED_MS`. */
export const EVERY_15_S: PollInterval = { firstMs: OPEN_POLL_MS, factor: 1, maxMs: OPEN_POLL_MS };

/** Poll interval for decisions of third parties, whose notification may be lost. */
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

/** Returns the time `afterMs` after `at`, an ISO 8601 time. */
export const later = (at: string, afterMs: number): Date => new Date(Date.parse(at) + afterMs);

/** Returns the job actions that follow from an event. Pure. */
export type Policy<Event> = (event: Event) => readonly JobAction[];
