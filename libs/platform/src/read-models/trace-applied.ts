import type { RecordedEvent } from '../event-store/event-log.js';
import { beginSpan } from '../signals/tracing.js';

/** Ends the way of each traced event in the read model that shows it from now on. */
export const traceApplied = (
  projection: string,
  events: readonly RecordedEvent[],
  begunMs: number,
): void => {
  for (const { type, metadata } of events)
    if (metadata.traceparent !== undefined)
      beginSpan({
        name: `project ${projection}`,
        kind: 'consumer',
        parent: metadata.traceparent,
        attributes: { 'brokerage.events': type, 'brokerage.batch': events.length },
        startMs: begunMs,
      })?.end();
};
