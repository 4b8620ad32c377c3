import { type Reading, readingOf } from '../event-store/reading.js';
import type { PersonalFields } from '../event-store/personal.js';
import type { DomainEvent, Stream } from '../event-store/stream.js';
import type { Nudge, Workflow } from './job.js';

/** A workflow with the parser of its stream's events, ready for recorded events. */
export type RegisteredWorkflow = {
  readonly category: string;
  /** Which fields of its stream's events are personal. */
  readonly personal?: PersonalFields | null;
  /** `reading` is that of this very event, shared with whoever else needs it parsed. */
  nudges(
    recorded: { readonly type: string; readonly data: unknown },
    reading?: Reading,
  ): readonly Nudge[];
};

export const registerWorkflow = <State, Event extends DomainEvent>(
  stream: Stream<State, Event>,
  workflow: Workflow<Event>,
): RegisteredWorkflow => ({
  category: stream.category,
  personal: stream.parse.personal ?? null,
  nudges: (recorded, reading = readingOf(recorded)) => workflow(reading(stream.parse)),
});
