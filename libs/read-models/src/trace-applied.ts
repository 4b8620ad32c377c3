import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { beginSpan } from '#kernel/tracing.js';

/** Ends the trace of each event that the read models show from now on. */
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
