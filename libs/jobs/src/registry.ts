import { type MemoizedParse, memoizeParse } from '#kernel/event-store/memoize-parse.js';
import type { PersonalFields } from '#kernel/event-store/personal.js';
import type { DomainEvent, Stream } from '#kernel/event-store/stream.js';
import type { JobAction, Policy } from '#kernel/jobs/job.js';

/** A policy with the parser of its stream's events. */
export type RegisteredPolicy = {
  readonly category: string;
  /** Personal fields of the stream's events. */
  readonly personal?: PersonalFields | null;
  /** `reading`: memoized parse of this event, which other readers of the event share. */
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
