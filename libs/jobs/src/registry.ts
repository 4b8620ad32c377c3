import { type MemoizedParse, memoizeParse } from '#kernel/event-store/memoize-parse.js';
import type { PersonalFields } from '#kernel/event-store/personal.js';
import type { DomainEvent, Stream } from '#kernel/event-store/stream.js';
import type { JobAction, Policy } from '#kernel/jobs/job.js';

/** A workflow with the parser of its stream's events, ready for recorded events. */
export type RegisteredPolicy = {
  readonly category: string;
  /** Which fields of its stream's events are personal. */
  readonly personal?: PersonalFields | null;
  /** `reading` is that of this very event, shared with whoever else needs it parsed. */
  jobActions(
    recorded: { readonly type: string; readonly data: unknown },
    reading?: MemoizedParse,
  ): readonly JobAction[];
};

export const registerPolicy = <State, Event extends DomainEvent>(
  stream: Stream<State, Event>,
  policy: Policy<Event>,
): RegisteredPolicy => ({
  category: stream.category,
  personal: stream.parse.personal ?? null,
  jobActions: (recorded, reading = memoizeParse(recorded)) => policy(reading(stream.parse)),
});
