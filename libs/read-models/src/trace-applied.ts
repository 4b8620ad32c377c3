import { SpanKind } from '@opentelemetry/api';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { contextOf, startSpan } from '#kernel/tracing.js';

/** Ends the trace of each event that the read models show from now on. */
export const traceApplied = (events: readonly RecordedEvent[], startTime: number): void => {
  for (const { type, metadata } of events) {
    if (metadata.traceparent === undefined) continue;
    const attributes = { 'brokerage.events': type, 'brokerage.batch': events.length };
    const options = { kind: SpanKind.CONSUMER, attributes, startTime };
    startSpan('project read models', options, contextOf(metadata.traceparent)).end();
  }
};
