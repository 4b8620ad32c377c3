import type { RecordedEvent } from './event-log.js';

/** An event and its cause. */
export type TraceEntry = {
  readonly at: string;
  /** Time since the first event, by the clocks of the writers. */
  readonly afterMs: number;
  readonly type: string;
  readonly stream: string;
  readonly position: string;
  readonly because: string;
  readonly actor: string;
  readonly correlationId: string;
};

/** Returns each event with its cause, which it takes from the metadata. `events` in log order. */
export const causationTrace = (events: readonly RecordedEvent[]): readonly TraceEntry[] => {
  const types = new Map(events.map(({ id, type }) => [id, type]));
  const beganMs = Date.parse(events[0]?.metadata.at ?? '');
  return events.map(({ type, stream, position, metadata }) => ({
    at: metadata.at,
    afterMs: Date.parse(metadata.at) - beganMs,
    type,
    stream,
    position: `${position}`,
    because: becauseOf(metadata, types),
    actor: metadata.actor,
    correlationId: metadata.correlationId,
  }));
};

/** Causes outside the log, by the start of the causation id. */
const OUTSIDE_CAUSES: readonly (readonly [start: string, cause: string])[] = [
  ['due-', 'the clock asked'],
  ['hint-', 'a broker message'],
  ['firm-account-', 'a check of the pre-funded account'],
  ['attention', 'an operator asked'],
];

const becauseOf = (
  { causationId, correlationId }: RecordedEvent['metadata'],
  types: ReadonlyMap<string, string>,
): string => {
  if (causationId === correlationId) return 'the request';
  const outside = OUTSIDE_CAUSES.find(([start]) => causationId.startsWith(start))?.[1];
  return outside ?? types.get(causationId) ?? 'something else';
};
