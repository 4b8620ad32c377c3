import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '#kernel/event-store/event-log.js';
import { type MemoizedParse, memoizeParse } from '#kernel/event-store/memoize-parse.js';
import { insert, remove } from '#kernel/projection/row-change.js';
import { MemoryReads, idOf } from '../../../test/support/memory-reads.js';
import { JobSchedule, scheduledJobKey, parseScheduledJobKey } from './job-schedule.js';
import { scheduleTable, registerJobSchedule } from './job-schedule.projection.js';
import {
  cancel,
  schedule,
  EVERY_15_S,
  type JobKind,
  type JobAction,
  enqueue,
} from '#kernel/jobs/job.js';

const job: JobKind = {
  queue: 'order-submission',
  name: 'submit-order',
  category: 'order',
  poll: EVERY_15_S,
};
const at = '2026-03-16T12:00:00.000Z';
const recorded = (stream: string): RecordedEvent => ({
  ...{ id: 'e-1', type: 'Made', data: {}, stream, revision: 0n, position: 1n },
  metadata: { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test', at },
});
const jobSchedule = (
  jobActions: (recorded: object, reading?: MemoizedParse) => readonly JobAction[],
) =>
  registerJobSchedule([
    { category: 'order', jobActions },
    { category: 'payment', jobActions: () => [cancel(job, 'of-payment')] },
  ]);
const changesOf = (stream: string, ...jobActions: readonly JobAction[]) =>
  jobSchedule(() => jobActions).changesOf(recorded(stream));

const held = insert(scheduleTable, {
  ...{ jobName: 'submit-order', subject: 'o-1' },
  at: new Date(at).toISOString(),
});
const letGo = (subject: string) => remove(scheduleTable, { jobName: 'submit-order', subject });

describe('the projection of the job schedule', () => {
  it('reads the events that policies read', () =>
    expect(jobSchedule(() => [])).toMatchObject({
      name: 'due-list',
      categories: new Set(['order', 'payment']),
    }));
  it.each([
    ['holds what is due, by its time', 'order-1', [schedule(job, 'o-1', new Date(at))], [held]],
    ['lets go what is over', 'order-1', [cancel(job, 'o-1')], [letGo('o-1')]],
    ['leaves out what is to be done at once', 'order-1', [enqueue(job, 'o-1')], []],
    [
      'takes all that an event calls for, in its order',
      'order-1',
      [enqueue(job, 'o-3'), cancel(job, 'o-2'), schedule(job, 'o-1', new Date(at))],
      [letGo('o-2'), held],
    ],
    ['asks the workflow of the category', 'payment-1', [cancel(job, 'o-1')], [letGo('of-payment')]],
    ['knows nothing of other categories', 'user-1', [cancel(job, 'o-1')], []],
  ])('%s', (_, stream, jobActions, changes) =>
    expect(changesOf(stream, ...jobActions)).toEqual(changes),
  );
  it('passes the event and its memoized parse to policies', () => {
    const event = recorded('order-1');
    const reading = memoizeParse(event);
    const given: unknown[] = [];
    jobSchedule((...args) => (given.push(...args), [])).changesOf(event, reading);
    expect(given).toEqual([event, reading]);
  });
});

describe('the key of a scheduled job', () => {
  it('contains the job and the id', () =>
    expect(parseScheduledJobKey(scheduledJobKey('submit-order', 'o-1'))).toEqual({
      jobName: 'submit-order',
      id: 'o-1',
    }));
});

describe('due jobs', () => {
  const START_MS = Date.parse('2026-03-16T12:00:00.000Z');
  type Moments = readonly (readonly [subject: string, ms: number])[];
  const list = async (...moments: Moments) => new JobSchedule((await readsOf(...moments)).store);
  const readsOf = async (...moments: Moments) => {
    const jobActions = moments.map(([subject, ms]) =>
      schedule(job, subject, new Date(START_MS + ms)),
    );
    const reads = await MemoryReads.open([jobSchedule(() => jobActions)]);
    const metadata = { ...recorded('order-1').metadata, partnerId: idOf('p-1') };
    await reads.take({ ...recorded('order-1'), metadata });
    return reads;
  };
  const found = async (from: JobSchedule, untilMs: number, afterMs?: number) => {
    const pages: string[][] = [];
    const after = afterMs === undefined ? undefined : START_MS + afterMs;
    for await (const page of from.pages(START_MS + untilMs, after))
      pages.push(page.map(({ member }) => parseScheduledJobKey(member).id));
    return pages;
  };

  it('are in order of their due time', async () =>
    expect(await found(await list(['b', 20], ['a', 10], ['c', 31]), 30)).toEqual([['a', 'b']]));
  it('include each job of one object', async () => {
    const other = { ...job, name: 'cancel-order' };
    const moment = new Date(START_MS);
    const both = () => [schedule(job, 'a', moment), schedule(other, 'a', moment)];
    const reads = await MemoryReads.open([jobSchedule(both)]);
    const metadata = { ...recorded('order-1').metadata, partnerId: idOf('p-1') };
    await reads.take({ ...recorded('order-1'), metadata });
    expect(await found(new JobSchedule(reads.store), 10)).toEqual([['a', 'a']]);
  });
  it('can be limited to jobs that became due after a time', async () =>
    expect(await found(await list(['a', 10], ['b', 20]), 30, 10)).toEqual([['b']]));
  it('come in complete pages, also with equal times', async () => {
    const many = Array.from({ length: 2_500 }, (_, i) => [`${i}`, 10] as const);
    const pages = await found(await list(...many), 10);
    expect(pages.map((page) => page.length)).toEqual([1_000, 1_000, 500]);
    expect(new Set(pages.flat()).size).toBe(2_500);
  });
  it('are empty during the first build of the read model', async () => {
    const { store } = await MemoryReads.open([]);
    expect(await found(new JobSchedule(store), 10)).toEqual([]);
  });
});
