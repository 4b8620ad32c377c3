import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { parserOf } from './event-store/event-schemas.js';
import { EventStore } from './event-store/event-store.js';
import { InMemoryEventLog } from './event-store/in-memory-event-log.js';
import type { Stream } from './event-store/stream.js';
import { EVERY_15_S, type JobKind } from './jobs/job.js';
import { tracedJobs } from '#jobs/traced-jobs.js';
import { traceApplied } from '#read-models/trace-applied.js';
import type { SpanOptions } from './span.js';
import { traced, useTracer } from './tracing.js';

type Begun = SpanOptions & { ended?: string | true };
let begun: Begun[];

/** Remembers spans; each one's `traceparent` is its name. */
const remember = () => {
  begun = [];
  useTracer({
    begin: (options) => {
      const span: Begun = { ...options };
      begun.push(span);
      return {
        traceparent: options.name,
        within: (work) => work(),
        set: () => undefined,
        end: (failed) => (span.ended = failed ?? true),
      };
    },
    close: () => Promise.resolve(),
  });
};
afterEach(() => void useTracer(null));

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

describe('while somebody traces', () => {
  beforeEach(remember);

  it('an event bears the trace of its append', async () => {
    expect((await recorded()).metadata).toMatchObject({ ...cause, traceparent: 'append thing' });
    expect(begun).toMatchObject([{ attributes: { 'brokerage.events': 'Made' }, ended: true }]);
  });

  it('a job goes on under the moment in which it was queued', () => {
    const { sent, end } = tracedJobs([jobAction('append thing'), jobAction()]);
    end();
    expect(sent).toEqual([jobAction('queue mend'), jobAction()]);
    expect(begun).toMatchObject([{ name: 'queue mend', parent: 'append thing', ended: true }]);
  });

  it('a read model ends the way of traced events alone', async () => {
    const event = await recorded();
    const { traceparent: _, ...untraced } = event.metadata;
    begun.length = 0;
    traceApplied([event, { ...event, metadata: untraced }], 5);
    expect(begun).toMatchObject([
      { name: 'project read models', parent: 'append thing', startMs: 5, ended: true },
    ]);
  });

  it('a span of failed work bears the name of the error, and none of its words', async () => {
    const fail = () => Promise.reject(new RangeError('secret'));
    await expect(traced({ name: 'work', kind: 'internal' }, fail)).rejects.toThrow('secret');
    expect(begun).toMatchObject([{ ended: 'RangeError' }]);
  });
});

describe('while nobody traces', () => {
  it('events hold nothing of it', async () =>
    expect((await recorded()).metadata).not.toHaveProperty('traceparent'));

  it('jobs hold what their event had', () =>
    expect(tracedJobs([jobAction('before'), jobAction()]).sent).toEqual([
      jobAction('before'),
      jobAction(),
    ]));
});
