import { type Span, SpanKind } from '@opentelemetry/api';
import type { JobKind } from '#kernel/jobs/job.js';
import { contextOf, startSpan, traceparentOf } from '#kernel/tracing.js';

type Traceable = { readonly job: JobKind; readonly data: { readonly traceparent?: string } };

/** Continues the traces of events in their jobs. The caller ends the spans when the jobs are queued. */
export const tracedJobs = <Job extends Traceable>(jobs: readonly Job[]) => {
  const spans: Span[] = [];
  const sent = jobs.map((each): Job => {
    if (each.data.traceparent === undefined) return each;
    const attributes = { 'messaging.destination.name': each.job.queue };
    const options = { kind: SpanKind.PRODUCER, attributes };
    const span = startSpan(`queue ${each.job.name}`, options, contextOf(each.data.traceparent));
    spans.push(span);
    const traceparent = traceparentOf(span) ?? each.data.traceparent;
    return { ...each, data: { ...each.data, traceparent } };
  });
  return { sent, spans };
};
