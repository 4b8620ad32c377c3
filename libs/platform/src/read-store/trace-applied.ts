import type { RecordedEvent } from '../event-store/event-log.js';
import { beginSpan } from '../signals/tracing.js';

/** Ends the way of each traced event in the read models that show it from now on. */
export const traceApplied = (events: readonly RecordedEvent[], begunMs: number): void => {
  for (const { type, metadata } of events)
    if (metadata.traceparent !== undefined)
      beginSpan({
        name: 'project read models',
        kind: 'consumer',
        parent: metadata.traceparent,
        attributes: { 'brokerage.events': type, 'brokerage.batch': events.length },
        startMs: begunMs,
      })?.end();
};
