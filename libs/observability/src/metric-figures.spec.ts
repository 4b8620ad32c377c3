import { describe, expect, it } from '@jest/globals';
import { deterministicId } from '#kernel/ids.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { EVERY_15_S, type JobKind } from '#kernel/jobs/job.js';
import type { ScheduledJob } from '#jobs/job-schedule.js';
import { lagMs } from './lag.js';
import { openEffects } from './open-effects.js';

const now = new Date('2026-03-16T12:00:00.000Z');
const agoMs = (ms: number) => new Date(now.getTime() - ms).toISOString();

describe('the lag of a reader of the log', () => {
  const log = async (...agesMs: readonly number[]) => {
    const made = new InMemoryEventLog();
    const about = { partnerId: 'p', correlationId: 'r', causationId: 'r', actor: 'test' };
    const events = agesMs.map((age, i) => ({
      id: deterministicId('event', `${i}`),
      type: 'Made',
      data: {},
      metadata: { ...about, at: agoMs(age) },
    }));
    if (events.length > 0) await made.append('thing-a', 'no_stream', events);
    return made;
  };

  it.each([
    ['at the head', 3n, 0],
    ['one event behind', 2n, 1_000],
    ['two events behind', 1n, 2_000],
    ['at the beginning', null, 3_000],
  ])('%s', async (_, position, expected) => {
    const three = await log(3_000, 2_000, 1_000);
    expect(await lagMs(three, position, await three.head(), now)).toBe(expected);
  });
  it('is 0 in an empty log', async () => expect(await lagMs(await log(), null, null, now)).toBe(0));
  it('is 0 if the clock of the writer is ahead', async () => {
    const ahead = await log(-5_000);
    expect(await lagMs(ahead, null, await ahead.head(), now)).toBe(0);
  });
});

describe('open effects', () => {
  const kind = (name: string): JobKind => ({
    ...{ queue: 'funding-settlement', name, category: 'thing', poll: EVERY_15_S },
  });
  const due = (member: string, ms: number): ScheduledJob => ({
    ...{ partnerId: 'p', member, atMs: now.getTime() - ms },
  });
  it('are counted by kind and age, without unknown kinds', async () => {
    const list = {
      async *pages() {
        yield [due('mend/a', 90_000), due('old/a', 1)];
        yield [due('mend/b', 5), due('mend/c', 400_000)];
      },
    };
    const found = await openEffects(list, [kind('mend'), kind('other')], [60_000, 300_000], now);
    expect(found).toMatchObject([
      { job: { name: 'mend' }, count: 3, olderThan: [2, 1], oldestAgeMs: 400_000 },
      { job: { name: 'other' }, count: 0, olderThan: [0, 0], oldestAgeMs: 0 },
    ]);
  });
});
