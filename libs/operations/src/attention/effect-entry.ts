import { cents, centsToDecimal } from '#kernel/money.js';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { parseScheduledJobKey } from '#jobs/job-schedule.js';
import type { RegisteredPolicy } from '#jobs/registry.js';
import type { AttentionEntry } from './attention-entry.js';
import type { Candidate } from '#jobs/candidates.js';
import type { Advice } from './resolver.js';
import type { Failure } from '#jobs/failures.js';
import { timelineOf } from './stuck-timeline.js';

/** Facts about a candidate in addition to its scheduled job. */
type Known = {
  /** Category of the object's stream. */
  readonly about: string;
  readonly events: readonly RecordedEvent[];
  readonly failure: Failure | null;
  /** Policy of its category; missing when no feature has one. */
  readonly policy: RegisteredPolicy | undefined;
  readonly advice: Advice;
  readonly urgent: boolean;
};

/** Returns the entry of an effect that is stuck or fails. */
export const effectEntry = (
  { member, due, isStuck }: Candidate,
  { about, events, failure, policy, urgent, advice: { next, ...closing } }: Known,
): AttentionEntry => {
  const { jobName, id } = parseScheduledJobKey(member);
  const dueAt = due === null ? null : new Date(due.atMs).toISOString();
  const timeline = policy === undefined ? null : timelineOf(events, policy, member);
  return {
    id: member,
    kind: 'effect',
    about: isWithdrawal(events) ? 'withdrawal' : about,
    subjectId: id,
    partnerId: due?.partnerId ?? events[0]?.metadata.partnerId ?? null,
    userId: userOf(events),
    amount: amountOf(events),
    state: isStuck ? 'stuck' : 'failing',
    urgent,
    waitsFor: jobName,
    since: timeline?.since ?? failure?.firstAt ?? dueAt ?? '',
    tries: failure?.tries ?? 0,
    lastTriedAt: failure === null || failure.tries === 0 ? null : failure.lastAt,
    lastError: failure?.reason ?? null,
    history: timeline?.history ?? [],
    next,
    closing,
  };
};

/** A withdrawal is in a stream of the category `deposit`. */
const isWithdrawal = ([first]: readonly RecordedEvent[]): boolean =>
  ((first?.data ?? {}) as { readonly direction?: unknown }).direction === 'WITHDRAWAL';

const userOf = ([first]: readonly RecordedEvent[]): string | null => {
  const { userId } = (first?.data ?? {}) as { readonly userId?: unknown };
  return typeof userId === 'string' ? userId : null;
};

/**
 * Returns the last amount above 0 in the events. An order by quantity has amount 0, so it has null.
 */
const amountOf = (events: readonly RecordedEvent[]): string | null => {
  const named = events.flatMap(({ data }) => {
    const { amountCents } = data as { readonly amountCents?: unknown };
    return typeof amountCents === 'string' && /^[1-9]\d*$/.test(amountCents) ? [amountCents] : [];
  });
  const last = named.at(-1);
  return last === undefined ? null : centsToDecimal(cents(last));
};
