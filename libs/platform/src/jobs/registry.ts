import type { DomainEvent, Stream } from '../event-store/stream.js';
import type { Nudge, Workflow } from './job.js';

/** A workflow with the parser of its stream's events, ready for recorded events. */
export type RegisteredWorkflow = {
  readonly category: string;
  nudges(recorded: { readonly type: string; readonly data: unknown }): readonly Nudge[];
};

export const registerWorkflow = <State, Event extends DomainEvent>(
  stream: Stream<State, Event>,
  workflow: Workflow<Event>,
): RegisteredWorkflow => ({
  category: stream.category,
  nudges: ({ type, data }) => workflow(stream.parse(type, data)),
});
