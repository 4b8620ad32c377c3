import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { context, propagation, trace } from '@opentelemetry/api';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { z } from 'zod';
import { tracedJobs } from '#jobs/traced-jobs.js';
import { traceApplied } from '#read-models/trace-applied.js';
import { parserOf } from './event-store/event-schemas.js';
import { EventStore } from './event-store/event-store.js';
import { InMemoryEventLog } from './event-store/in-memory-event-log.js';
import type { Stream } from './event-store/stream.js';
import { EVERY_15_S, type JobKind } from './jobs/job.js';
import { contextOf, startSpan, traced, traceparentOf } from './tracing.js';

const exporter = new InMemorySpanExporter();
afterEach(() => exporter.reset());

const stream: Stream<null, { type: 'Made'; data: { n: number } }> = {
  ...{ category: 'thing', initial: null, evolve: () => null },
  parse: parserOf('thing', { Made: z.object({ n: z.number() }) }),
};
const cause = { partnerId: 'p', correlationId: 'r', causationId: 'r', actor: 'test' };
const recorded = async () => {
  const log = new InMemoryEventLog();
  const made = () => [{ type: 'Made', data: { n: 1 } }] as const;
  await new EventStore(log).transact(stream, 'a', made, cause);
  return (await log.read('thing-a'))[0]!;
};
const job: JobKind = {
  ...{ queue: 'funding-settlement', name: 'mend', category: 'thing', poll: EVERY_15_S },
};
const jobAction = (traceparent?: string) => ({
  job,
  jobId: 'mend-a-1',
  data: {
    ...{ id: 'a', correlationId: 'r', causationId: 'e' },
    ...(traceparent === undefined ? {} : { traceparent }),
  },
});
const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const UNDER_TRACE = { parentSpanContext: { spanId: 'b7ad6b7169203331' } };

describe('without tracing', () => {
  it('events lack a trace', async () =>
    expect((await recorded()).metadata).not.toHaveProperty('traceparent'));

  it('jobs keep the trace of their event', () =>
    expect(tracedJobs([jobAction(TRACE), jobAction()]).sent).toEqual([
      jobAction(TRACE),
      jobAction(),
    ]));
});

describe('with tracing', () => {
  // Files share the globals of their process.
  afterAll(() => [trace, context, propagation].forEach((api) => api.disable()));
  beforeAll(() =>
    new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register(),
  );

  it('an event has the trace of its append, under the work that appends', async () => {
    const { metadata } = await traced('work', {}, recorded);
    const [append, work] = exporter.getFinishedSpans();
    expect(append).toMatchObject({
      name: 'append thing',
      attributes: { 'brokerage.events': 'Made' },
      parentSpanContext: { spanId: work!.spanContext().spanId },
    });
    const { traceId, spanId } = append!.spanContext();
    expect(metadata).toMatchObject({ ...cause, traceparent: `00-${traceId}-${spanId}-01` });
  });

  it('a job continues the trace from the time when it was queued', () => {
    const { sent, spans } = tracedJobs([jobAction(TRACE), jobAction()]);
    for (const span of spans) span.end();
    expect(sent).toEqual([jobAction(traceparentOf(spans[0]!)), jobAction()]);
    expect(exporter.getFinishedSpans()).toMatchObject([{ name: 'queue mend', ...UNDER_TRACE }]);
  });

  it('a read model ends the trace of traced events only', async () => {
    const event = await recorded();
    const { traceparent: _, ...metadata } = event.metadata;
    exporter.reset();
    const traceable = { ...event, metadata: { ...metadata, traceparent: TRACE } };
    traceApplied([traceable, { ...event, metadata }], 1_800_000_000_000);
    expect(exporter.getFinishedSpans()).toMatchObject([
      { name: 'project read models', startTime: [1_800_000_000, 0], ...UNDER_TRACE },
    ]);
  });

  it('an invalid trace leads to a new trace', () => {
    startSpan('work', {}, contextOf('00-invalid')).end();
    expect(exporter.getFinishedSpans()).toMatchObject([{ parentSpanContext: undefined }]);
  });

  it('a span of failed work has the name of the error without its message', async () => {
    const fail = () => Promise.reject(new RangeError('secret'));
    await expect(traced('work', {}, fail)).rejects.toThrow('secret');
    expect(exporter.getFinishedSpans()).toMatchObject([{ status: { message: 'RangeError' } }]);
    expect(exporter.getFinishedSpans()[0]!.events).toEqual([]);
  });
});
