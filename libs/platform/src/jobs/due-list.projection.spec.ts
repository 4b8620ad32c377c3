import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../event-store/event-log.js';
import { type Reading, readingOf } from '../event-store/reading.js';
import { dueMember, parseDueMember, registerDueList } from './due-list.projection.js';
import { clear, due, EVERY_15_S, type JobKind, type Nudge, now } from './job.js';

const job: JobKind = {
  queue: 'order-submission',
  name: 'submit-order',
  category: 'order',
  again: EVERY_15_S,
};
const at = '2026-03-16T12:00:00.000Z';
const recorded = (stream: string): RecordedEvent => ({
  ...{ id: 'e-1', type: 'Made', data: {}, stream, revision: 0n, position: 1n },
  metadata: { partnerId: 'p-1', correlationId: 'r-1', causationId: 'r-1', actor: 'test', at },
});
const dueList = (nudges: (recorded: object, reading?: Reading) => readonly Nudge[]) =>
  registerDueList([
    { category: 'order', nudges },
    { category: 'payment', nudges: () => [clear(job, 'of-payment')] },
  ]);
const changesOf = (stream: string, ...nudges: readonly Nudge[]) =>
  dueList(() => nudges).changesOf(recorded(stream));

const index = 'due';
const indexed = { op: 'index', index, member: 'submit-order/o-1', score: BigInt(Date.parse(at)) };
const unindexed = (id: string) => ({ op: 'unindex', index, member: `submit-order/${id}` });

describe('the list of what is due', () => {
  it('reads what the workflows read', () =>
    expect(dueList(() => [])).toMatchObject({
      name: 'due-list',
      categories: new Set(['order', 'payment']),
    }));
  it.each([
    ['holds what is due, by its time', 'order-1', [due(job, 'o-1', new Date(at))], [indexed]],
    ['lets go what is over', 'order-1', [clear(job, 'o-1')], [unindexed('o-1')]],
    ['leaves out what is to be done at once', 'order-1', [now(job, 'o-1')], []],
    [
      'takes all that an event calls for, in its order',
      'order-1',
      [now(job, 'o-3'), clear(job, 'o-2'), due(job, 'o-1', new Date(at))],
      [unindexed('o-2'), indexed],
    ],
    [
      'asks the workflow of the category',
      'payment-1',
      [clear(job, 'o-1')],
      [unindexed('of-payment')],
    ],
    ['knows nothing of other categories', 'user-1', [clear(job, 'o-1')], []],
  ])('%s', (_, stream, nudges, changes) => expect(changesOf(stream, ...nudges)).toEqual(changes));
  it('hands the event and its reading on', () => {
    const event = recorded('order-1');
    const reading = readingOf(event);
    const given: unknown[] = [];
    dueList((...args) => (given.push(...args), [])).changesOf(event, reading);
    expect(given).toEqual([event, reading]);
  });
});

describe('the name of what is due', () => {
  it('tells the job and the id again', () =>
    expect(parseDueMember(dueMember('submit-order', 'o-1'))).toEqual({
      jobName: 'submit-order',
      id: 'o-1',
    }));
});
