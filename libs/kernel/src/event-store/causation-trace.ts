import type { RecordedEvent } from './event-log.js';

/** One event of a way, and how it came to be. */
export type TraceEntry = {
  readonly at: string;
  /** Since the first line, by the clocks of the writers. */
  readonly afterMs: number;
  readonly type: string;
  readonly stream: string;
  readonly position: string;
  readonly because: string;
  readonly actor: string;
  readonly correlationId: string;
};

/** Events in the order of the log, each with what led to it, as far as its metadata tells. */
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

/** How jobs are called that no event of the log has asked for. */
const ASKED: readonly (readonly [start: string, words: string])[] = [
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
  const asked = ASKED.find(([start]) => causationId.startsWith(start))?.[1];
  return asked ?? types.get(causationId) ?? 'something else';
};
