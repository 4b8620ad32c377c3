import type { OpenSpan } from '#kernel/span.js';
import { beginSpan } from '#kernel/tracing.js';
import type { JobKind } from '#kernel/jobs/job.js';

type Traceable = { readonly job: JobKind; readonly data: { readonly traceparent?: string } };

/** Jobs of traced events go on in their traces, through the moment in which they are queued. */
export const tracedJobs = <Job extends Traceable>(jobs: readonly Job[]) => {
  const spans: OpenSpan[] = [];
  const sent = jobs.map((each): Job => {
    const { traceparent } = each.data;
    const span = traceparent === undefined ? null : beginQueueing(each, traceparent);
    if (span === null) return each;
    spans.push(span);
    return { ...each, data: { ...each.data, traceparent: span.traceparent } };
  });
  const end = (failed?: string) => {
    for (const span of spans) span.end(failed);
  };
  return { sent, end };
};

const beginQueueing = ({ job }: Traceable, parent: string) =>
  beginSpan({
    name: `queue ${job.name}`,
    kind: 'producer',
    parent,
    attributes: { 'messaging.destination.name': job.queue },
  });
