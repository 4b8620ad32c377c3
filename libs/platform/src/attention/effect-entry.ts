import { cents, centsToDecimal } from '../core/money.js';
import type { RecordedEvent } from '../event-store/event-log.js';
import { parseDueMember } from '../jobs/due-list.js';
import type { RegisteredWorkflow } from '../jobs/registry.js';
import type { AttentionEntry } from './attention-entry.js';
import type { Candidate } from './candidates.js';
import type { Advice } from './closing.js';
import type { Failure } from './failures.js';
import { storyOf } from './story.js';

/** What is known of a candidate beside its place in the due list. */
type Known = {
  /** Category of the stream that it is about, and that stream's events. */
  readonly about: string;
  readonly events: readonly RecordedEvent[];
  readonly failure: Failure | null;
  /** That of its category; missing when no feature has one. */
  readonly workflow: RegisteredWorkflow | undefined;
  readonly advice: Advice;
};

/** What the list says of an effect that is stuck or fails. */
export const effectEntry = (
  { member, due, isStuck }: Candidate,
  { about, events, failure, workflow, advice: { next, ...closing } }: Known,
): AttentionEntry => {
  const { jobName, id } = parseDueMember(member);
  const dueAt = due === null ? null : new Date(due.atMs).toISOString();
  const story = workflow === undefined ? null : storyOf(events, workflow, member);
  return {
    id: member,
    kind: 'effect',
    about,
    subjectId: id,
    partnerId: due?.partnerId ?? events[0]?.metadata.partnerId ?? null,
    userId: userOf(events),
    amount: amountOf(events),
    state: isStuck ? 'stuck' : 'failing',
    waitsFor: jobName,
    since: story?.since ?? failure?.firstAt ?? dueAt ?? '',
    tries: failure?.tries ?? 0,
    lastTriedAt: failure?.lastAt ?? null,
    lastError: failure?.reason ?? null,
    history: story?.history ?? [],
    next,
    closing,
  };
};

const userOf = ([first]: readonly RecordedEvent[]): string | null => {
  const { userId } = (first?.data ?? {}) as { readonly userId?: unknown };
  return typeof userId === 'string' ? userId : null;
};

/** Of the last event that names one; an order by quantity names 0. */
const amountOf = (events: readonly RecordedEvent[]): string | null => {
  const named = events.flatMap(({ data }) => {
    const { amountCents } = data as { readonly amountCents?: unknown };
    return typeof amountCents === 'string' && /^[1-9]\d*$/.test(amountCents) ? [amountCents] : [];
  });
  const last = named.at(-1);
  return last === undefined ? null : centsToDecimal(cents(last));
};
