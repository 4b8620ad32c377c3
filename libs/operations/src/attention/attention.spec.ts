import { beforeEach, describe, expect, it } from '@jest/globals';
import { deterministicId } from '#kernel/ids.js';
import type { NewEvent } from '#kernel/event-store/event-log.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { EVERY_15_S, type JobKind, cancel, schedule } from '#kernel/jobs/job.js';
import type { QueuedJob } from '#jobs/queues.js';
import { MemoryReads } from '../../../../test/support/memory-reads.js';
import type { ScheduledJob } from '#jobs/job-schedule.js';
import { Attention } from './attention.js';
import type { Failure } from '#jobs/failures.js';
import type { Finding } from './finding.js';
import type { Advice, LookUpParts } from './resolver.js';

const mend: JobKind = {
  queue: 'funding-settlement',
  name: 'mend',
  category: 'thing',
  poll: EVERY_15_S,
};
const follow: JobKind = { ...mend, name: 'follow', mayWait: true, anyTime: true };
const warn: JobKind = { ...mend, name: 'warn', isUrgent: true };
const count: JobKind = { ...mend, name: 'count', category: 'other' };
const at = (s: number) => new Date(Date.UTC(2030, 0, 1, 12, 0, s)).toISOString();
const now = new Date(at(600));
const MINUTE_MS = 60_000;

const policy = {
  category: 'thing',
  personal: { person: 'userId', fields: new Map([['Asked', ['name']]]) },
  jobActions: ({ type }: { readonly type: string }) => {
    if (type === 'Broken') throw new Error('cannot be read');
    if (type === 'Done') return [cancel(mend, 'a')];
    return type === 'Noted' ? [] : [schedule(mend, 'a', now)];
  },
};

let log: InMemoryEventLog;
let entries: ScheduledJob[];
let failures: Map<string, Failure>;
let queued: QueuedJob[];
let attention: Attention;
let closed: string[];
let advised: () => Promise<Advice | null>;
let found: Awaited<ReturnType<Finding['open']>>;

beforeEach(async () => {
  const { store: readStore } = await MemoryReads.open([]);
  log = new InMemoryEventLog();
  [entries, failures, queued, closed] = [[], new Map(), [], []];
  found = null;
  advised = () => Promise.resolve(null);
  attention = new Attention({
    log,
    readStore,
    jobSchedule: {
      async *pages(untilMs: number) {
        yield entries.filter(({ atMs }) => atMs <= untilMs);
      },
    },
    failures: {
      all: () => Promise.resolve(failures),
      forget: async (job, id) => void failures.delete(`${job}/${id}`),
    },
    queues: { add: async (jobs) => void queued.push(...jobs) },
    part: { jobs: [mend, follow, warn, count], policies: [policy] },
    resolvers: [
      {
        category: 'thing',
        lookUp: (_, id) => Promise.resolve(`${id} is there`),
        closings: [
          {
            job: 'mend',
            inWords: 'It ends.',
            close: async (_, id, { reason }) => void closed.push(`${id} ${reason}`),
            adviceFor: () => advised(),
          },
          { job: 'follow', inWords: 'Ask its owner.', close: null },
        ],
      },
    ],
    findings: [{ about: 'check', open: () => Promise.resolve(found) }],
    providers: {} as LookUpParts,
  });
});

const asEvent = (type: string, i: number, data: object = {}): NewEvent => {
  const cause = { partnerId: 'p', correlationId: 'r', causationId: 'r', actor: 'worker' };
  const metadata = { ...cause, at: at(i) };
  return { id: deterministicId('event', `${i}`), type, data, metadata };
};
const happened = async (...types: string[]) => {
  await log.append(
    'thing-a',
    'no_stream',
    types.map((type, i) => asEvent(type, i)),
  );
};
const isDue = (job: JobKind, agoMs: number) =>
  entries.push({ partnerId: 'p', member: `${job.name}/a`, atMs: now.getTime() - agoMs });
const failed = (gaveUp: boolean, agoS: number, job = mend) =>
  failures.set(`${job.name}/a`, {
    firstAt: at(600 - agoS),
    lastAt: at(600),
    tries: 4,
    reason: 'NoResponse: POST /things: no answer',
    gaveUp,
  });

describe('the attention list', () => {
  it.each([
    ['is open for a minute', () => isDue(mend, MINUTE_MS), false],
    ['is open for six minutes', () => isDue(mend, 6 * MINUTE_MS), true],
    ['waits for a third party for days', () => isDue(follow, 9_000 * MINUTE_MS), false],
    ['gave up', () => [isDue(mend, 0), failed(true, 1)], true],
    ['gave up, although the job may wait', () => [isDue(follow, 0), failed(true, 1, follow)], true],
    ['gave up and is not scheduled', () => failed(true, 1), true],
    ['failed just now', () => [isDue(mend, 0), failed(false, 10)], false],
    ['has been failing for a minute', () => [isDue(mend, 0), failed(false, 60)], true],
    ['failed once and is not scheduled', () => failed(false, 60), false],
    ['is a job of an unknown kind', () => isDue({ ...mend, name: 'old' }, 6 * MINUTE_MS), false],
  ])('an object that %s', async (_, given, listed) => {
    given();
    expect(await attention.list(now)).toHaveLength(listed ? 1 : 0);
  });

  it('shows the object, its age, the attempts and the last error', async () => {
    await happened('Asked', 'Done', 'Asked', 'Noted', 'Asked');
    isDue(mend, 0);
    failed(true, 9);
    expect(await attention.list(now)).toEqual([
      {
        id: 'mend/a',
        kind: 'effect',
        about: 'thing',
        subjectId: 'a',
        partnerId: 'p',
        userId: null,
        amount: null,
        state: 'stuck',
        urgent: false,
        waitsFor: 'mend',
        since: at(2),
        tries: 4,
        lastTriedAt: at(600),
        lastError: 'NoResponse: POST /things: no answer',
        history: [
          { at: at(2), lastAt: at(2), times: 1, event: 'Asked', data: {} },
          { at: at(3), lastAt: at(3), times: 1, event: 'Noted', data: {} },
          { at: at(4), lastAt: at(4), times: 1, event: 'Asked', data: {} },
        ],
        next: expect.stringContaining('retry'),
        closing: { possible: true, inWords: 'It ends.' },
      },
    ]);
  });

  it('merges equal events in a row and shows only data that is not secret or personal', async () => {
    const said = { amountCents: '2500', name: 'Ada', tokenHash: 'x' };
    const first = asEvent('Asked', 0, { ...said, at: at(0) });
    const again = [1, 2, 3].map((i) => asEvent('Sent', i, { attempt: i, at: at(i) }));
    const other = asEvent('Sent', 4, { reason: 'late', at: at(4) });
    await log.append('thing-a', 'no_stream', [first, ...again, other]);
    isDue(mend, 0);
    failed(true, 9);
    const [{ history } = { history: [] }] = await attention.list(now);
    expect(history).toEqual([
      {
        ...{ at: at(0), lastAt: at(0), times: 1, event: 'Asked' },
        data: { amountCents: '2500', at: at(0) },
      },
      { at: at(1), lastAt: at(3), times: 3, event: 'Sent', data: { attempt: 1, at: at(1) } },
      { at: at(4), lastAt: at(4), times: 1, event: 'Sent', data: { reason: 'late', at: at(4) } },
    ]);
  });

  it('shows the age from the log when Redis has lost the failures', async () => {
    await happened('Asked');
    isDue(mend, 6 * MINUTE_MS);
    expect(await attention.list(now)).toMatchObject([{ since: at(0), tries: 0, lastError: null }]);
  });

  it.each([
    ['the amount of the first event', [{ amountCents: '2500' }, {}], '25.00'],
    ['the latest amount', [{ amountCents: '2500' }, { amountCents: '1' }], '0.01'],
    ['no amount for an order by quantity', [{ amountCents: '0' }], null],
    ['no amount for an object without one', [{ amountCents: 'x' }, {}], null],
  ])('shows %s', async (_, data, amount) => {
    const events = data.map((each, i) => asEvent('Asked', i, { userId: 'u', ...each }));
    await log.append('thing-a', 'no_stream', events);
    isDue(mend, 6 * MINUTE_MS);
    expect(await attention.list(now)).toMatchObject([{ userId: 'u', amount }]);
  });

  it('skips an unreadable event', async () => {
    await happened('Broken', 'Asked');
    isDue(mend, 6 * MINUTE_MS);
    expect(await attention.list(now)).toMatchObject([{ since: at(1) }]);
  });

  it.each([
    [
      'as its feature advises for its state',
      () => ({ possible: false, inWords: 'Ended.', next: 'Ask.' }),
    ],
    ['in general if the feature has no advice for its state', () => null],
    [
      'in general if its state cannot be read',
      () => {
        throw new Error('cannot be read');
      },
    ],
  ])('advises %s', async (_, own: () => Advice | null) => {
    advised = async () => own();
    isDue(mend, 6 * MINUTE_MS);
    const asAny = { next: expect.stringContaining('retry'), closing: { possible: true } };
    const asItIs = { next: 'Ask.', closing: { possible: false, inWords: 'Ended.' } };
    expect(await attention.list(now)).toMatchObject([_.startsWith('as its') ? asItIs : asAny]);
  });

  it('puts the oldest entry first', async () => {
    isDue(mend, 6 * MINUTE_MS);
    entries.push({ partnerId: 'p', member: 'mend/b', atMs: now.getTime() - 8 * MINUTE_MS });
    const ids = (await attention.list(now)).map(({ id }) => id);
    expect(ids).toEqual(['mend/b', 'mend/a']);
  });

  it('sorts entries of one hour by amount, largest first and without an amount last', async () => {
    const given = [
      { id: 'small', amountCents: '999', second: 1 },
      { id: 'none', amountCents: 'x', second: 2 },
      { id: 'large', amountCents: '100000', second: 3 },
      { id: 'middle', amountCents: '2500', second: 4 },
      { id: 'earlier', amountCents: '1', second: -1 },
    ];
    for (const { id, amountCents, second } of given) {
      const asked = asEvent('Asked', second, { userId: 'u', amountCents });
      await log.append(`thing-${id}`, 'no_stream', [{ ...asked, id: deterministicId('e', id) }]);
      entries.push({ partnerId: 'p', member: `mend/${id}`, atMs: Date.parse(at(second)) });
    }
    const listed = await attention.list(now);
    expect(listed.map(({ subjectId }) => subjectId)).toEqual([
      ...['earlier', 'large', 'middle', 'small', 'none'],
    ]);
  });

  it('counts neither an attempt nor an error for a job that only waited', async () => {
    isDue(mend, 6 * MINUTE_MS);
    failed(false, 60);
    failures.set('mend/a', { ...failures.get('mend/a')!, tries: 0 });
    expect(await attention.list(now)).toMatchObject([{ tries: 0, lastTriedAt: null }]);
  });
});

describe('a retry', () => {
  it.each(['mend/a', 'a'])(
    'of %s enqueues the job at once, in addition to queued ones',
    async (id) => {
      isDue(mend, 0);
      failed(true, 1);
      expect(await attention.retry(id, now)).toEqual(['mend/a']);
      expect(queued).toMatchObject([{ job: mend, data: { id: 'a' } }]);
      expect(queued[0]).not.toHaveProperty('byClock');
    },
  );

  it('works for an object that is open and not listed yet', async () => {
    isDue(mend, 0);
    expect(await attention.retry('a', now)).toEqual(['mend/a']);
  });

  it('of a job that may run at any time works after the object has ended', async () => {
    await happened('Asked', 'Done');
    expect(await attention.retry('follow/a', now)).toEqual(['follow/a']);
    expect(queued).toMatchObject([{ job: follow, data: { id: 'a' } }]);
  });

  it.each(['z', 'mend/a', 'follow/z', 'nothing/a'])(
    'of %s fails with nothing_waits',
    async (id) => {
      await happened('Asked', 'Done');
      await expect(attention.retry(id, now)).rejects.toMatchObject({ code: 'nothing_waits' });
    },
  );
});

describe('an id without a waiting job', () => {
  it.each([
    ['mend/a', true],
    ['a', true],
    ['mend/z', false],
    ['z', false],
    ['nothing/a', false],
  ])('is recorded if the log has events of the object: %s %s', async (id, recorded) => {
    await happened('Asked', 'Done');
    expect(await attention.isRecorded(id)).toBe(recorded);
  });
});

describe('a look-up', () => {
  it.each([
    ['happened', () => happened('Asked'), 'a is there'],
    ['is due', () => isDue(mend, 0), 'a is there'],
    ['failed', () => failed(false, 1), 'a is there'],
  ])('asks the provider about an object that %s', async (_, when, expected) => {
    await when();
    expect(await attention.lookUp('mend/a', 'request-1', now)).toBe(expected);
  });

  it('also accepts the id of the object', async () => {
    await log.append('thing-a', 'no_stream', [asEvent('Asked', 0)]);
    expect(await attention.lookUp('a', 'request-1', now)).toBe('a is there');
  });

  it.each(['mend/z', 'nothing/a', 'a', 'event-7', 'read-model-x'])(
    'of %s, an unknown id, fails with nothing_waits',
    async (id) => {
      isDue(mend, 0);
      await expect(attention.lookUp(id, 'request-1', now)).rejects.toMatchObject({
        ...{ refusal: 'not_found', code: 'nothing_waits' },
        message: `Nothing waits under ${id}: take an id of what needs attention, as attention list shows them`,
      });
    },
  );

  it('returns null for an object that no provider has', async () => {
    await log.append('other-a', 'no_stream', [asEvent('Asked', 0)]);
    expect(await attention.lookUp('count/a', 'request-1', now)).toBeNull();
  });
});

describe('a failing object that is not stuck yet', () => {
  it('is listed after stuck ones on request', async () => {
    isDue(mend, 6 * MINUTE_MS);
    failed(false, 5, follow);
    expect(await attention.list(now)).toHaveLength(1);
    const states = (await attention.list(now, { failing: true })).map(({ state }) => state);
    expect(states).toEqual(['stuck', 'failing']);
  });

  it('is counted separately', async () => {
    expect(await attention.count(now)).toEqual({ stuck: 0, failing: 0 });
    isDue(mend, 6 * MINUTE_MS);
    failed(false, 5, follow);
    expect(await attention.count(now)).toEqual({ stuck: 1, failing: 1 });
  });
});

describe('closing', () => {
  const request = { reason: 'Asked by the partner' };

  it('runs the closure of the feature and removes the failure', async () => {
    failed(true, 9);
    expect(await attention.close('mend/a', request, now)).toBe('It ends.');
    expect(closed).toEqual(['a Asked by the partner']);
    expect(await attention.list(now)).toEqual([]);
  });

  it.each([
    ['follow/a', 'cannot_be_closed', 'Ask its owner.'],
    ['event-7', 'cannot_be_closed', expect.stringContaining('records must stay complete')],
    ['nothing', 'nothing_waits', expect.any(String)],
  ])('of %s is rejected with a reason', async (id, code, message) => {
    await expect(attention.close(id, request, now)).rejects.toMatchObject({ code, message });
    expect(closed).toEqual([]);
  });
});

describe('an urgent entry', () => {
  it('comes first in a full list', async () => {
    for (let i = 0; i < 600; i++) {
      const atMs = now.getTime() - 60 * MINUTE_MS - i;
      entries.push({ partnerId: 'p', member: `mend/${i}`, atMs });
    }
    isDue(warn, 6 * MINUTE_MS);
    const listed = await attention.list(now);
    expect(listed).toHaveLength(500);
    expect(listed.map(({ urgent }) => urgent).indexOf(false)).toBe(1);
    expect(listed[0]).toMatchObject({ id: 'warn/a', urgent: true, state: 'stuck' });
  });
});

describe('a finding of a check', () => {
  const id = 'finding-check';
  beforeEach(() => {
    const said = { inWords: '2 are open', next: 'See the page.', instead: 'Work them there.' };
    found = { subjectId: 'all', since: at(0), ...said };
  });

  it('is listed until the check finds nothing', async () => {
    expect(await attention.list(now)).toMatchObject([
      {
        ...{ id, kind: 'finding', about: 'check', state: 'stuck', since: at(0) },
        ...{ lastError: '2 are open', next: 'See the page.', waitsFor: null },
        closing: { possible: false, inWords: 'Work them there.' },
      },
    ]);
    expect(await attention.count(now)).toEqual({ stuck: 1, failing: 0 });
    found = null;
    expect(await attention.list(now)).toEqual([]);
    expect(await attention.count(now)).toEqual({ stuck: 0, failing: 0 });
  });

  it.each([
    ['retried', () => attention.retry(id, now), 'cannot_be_retried'],
    ['closed', () => attention.close(id, { reason: 'x' }, now), 'cannot_be_closed'],
  ])('cannot be %s and names the alternative', async (_, act, code) => {
    await expect(act()).rejects.toMatchObject({ code, message: 'Work them there.' });
    found = null;
    await expect(attention.retry(id, now)).rejects.toMatchObject({ code: 'nothing_waits' });
  });

  it('has no provider', async () =>
    expect(await attention.lookUp(id, 'request-1', now)).toBeNull());
});
