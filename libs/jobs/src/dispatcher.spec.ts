import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Checkpoint } from '#read-models/checkpoints.js';
import { armCrashPoints } from '#kernel/crash-points.js';
import type { Logger } from '#kernel/logger.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { Dispatcher, dispatcherPosition } from './dispatcher.js';
import { cancel, schedule, EVERY_15_S, enqueue } from '#kernel/jobs/job.js';
import type { QueuedJob, Queues } from './queues.js';
import type { RegisteredPolicy } from './registry.js';

const job = { queue: 'kyc-review', name: 'test', category: 'thing', poll: EVERY_15_S } as const;
const quiet: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
const metadata = { partnerId: 'p', correlationId: '', causationId: '', actor: 'test', at: '' };
const policy = {
  category: 'thing',
  jobActions: ({ stream }: { readonly stream: string }) => [enqueue(job, stream)],
} as unknown as RegisteredPolicy;

const append = async (log: InMemoryEventLog, ...names: readonly string[]): Promise<void> => {
  for (const name of names)
    await log.append(`thing-${name}`, 'no_stream', [
      { id: randomUUID(), type: 'Made', data: {}, metadata },
    ]);
};

const stored = new Map<string, Checkpoint>();
const store = {
  place: (name: string) => Promise.resolve(stored.get(name) ?? null),
  keepPlace: (name: string, place: Checkpoint) => Promise.resolve(void stored.set(name, place)),
};

/** Returns the first jobs that the dispatcher enqueues. */
const enqueued = async (
  log: InMemoryEventLog,
  count: number,
  then = () => Promise.resolve(),
  see: (jobs: readonly QueuedJob[]) => void = () => undefined,
) => {
  const stop = new AbortController();
  const found: string[] = [];
  const queues = {
    add: (jobs: readonly QueuedJob[]) => {
      see(jobs);
      found.push(...jobs.map(({ data }) => data.id.slice('thing-'.length)));
      if (found.length >= count) setImmediate(() => stop.abort());
      return Promise.resolve();
    },
  } as unknown as Queues;
  const running = new Dispatcher(log, store, queues, [policy], quiet).run(stop.signal);
  await new Promise((done) => setImmediate(done));
  await then();
  await running;
  return found;
};

it('assigns separate turns to the jobs of each partner', async () => {
  const log = new InMemoryEventLog();
  const of = async (partnerId: string, name: string) => {
    const event = {
      id: randomUUID(),
      type: 'Made',
      data: {},
      metadata: { ...metadata, partnerId },
    };
    await log.append(`thing-${name}`, 'no_stream', [event]);
  };
  const turns = new Map<string, number>();
  const flood = Array.from({ length: 50 }, (_, i) => `flood-${i}`);
  await enqueued(
    log,
    51,
    async () => {
      for (const name of flood) await of('a', name);
      await of('b', 'one');
    },
    (jobs) => jobs.forEach(({ data, turn = 0 }) => turns.set(data.id.slice(6), turn)),
  );
  expect(turns.get('one')).toBeLessThan(turns.get('flood-49') ?? 0);
  expect(turns.get('one')).toBeGreaterThanOrEqual(turns.get('flood-0') ?? 0);
});

it('continues at its checkpoint, and at the head of a restored log', async () => {
  const log = new InMemoryEventLog();
  await append(log, 'before');
  expect(await enqueued(log, 2, () => append(log, 'one', 'two'))).toEqual(['one', 'two']);
  await append(log, 'three');
  expect(await enqueued(log, 1)).toEqual(['three']);

  const earlier = new InMemoryEventLog();
  await append(earlier, 'kept');
  expect(await enqueued(earlier, 1, () => append(earlier, 'new'))).toEqual(['new']);
});

it('moves its checkpoint after the queues accepted the jobs, and retries until then', async () => {
  const log = new InMemoryEventLog();
  const stop = new AbortController();
  const seen: string[] = [];
  let release = (): void => undefined;
  const add = (jobs: readonly QueuedJob[]) => {
    seen.push(`offered ${jobs.map(({ jobId }) => jobId).join()}`);
    if (seen.length === 1) return Promise.reject(new Error('Redis is away'));
    return new Promise<void>((resolve) => (release = resolve)).then(() => seen.push('taken'));
  };
  const keepPlace = (_: string, { position }: Checkpoint) => {
    seen.push(`moved to ${position}`);
    setImmediate(() => stop.abort());
    return Promise.resolve();
  };
  const queues = { add } as unknown as Queues;
  const away = { place: () => Promise.resolve(null), keepPlace };
  const dispatcher = new Dispatcher(log, away, queues, [policy], quiet);
  const running = dispatcher.run(stop.signal);
  await new Promise((done) => setImmediate(done));
  await append(log, 'one');
  while (seen.length < 2) await new Promise((done) => setTimeout(done, 5));
  expect(dispatcher.following).toBe(false);
  for (let i = 0; i < 5; i++) await new Promise((done) => setImmediate(done));
  expect(seen).toEqual(['offered test-thing-one-1', 'offered test-thing-one-1']);
  release();
  await running;
  expect(seen.slice(2)).toEqual(['taken', 'moved to 1']);
  expect(dispatcher.following).toBe(true);
});

describe('the position of the dispatcher', () => {
  it.each([
    ['none before the first event', null, null],
    ['the one that was saved', { position: 41n, mark: '40/an-id' }, 41n],
  ])('is %s', async (_, saved, expected) =>
    expect(await dispatcherPosition({ ...store, place: () => Promise.resolve(saved) })).toBe(
      expected,
    ),
  );
});

/** Returns a dispatcher with fakes that record their calls. `over` replaces some of them. */
const watched = (over: {
  readonly place?: () => Promise<Checkpoint | null>;
  readonly keepPlace?: () => Promise<void>;
  readonly add?: () => Promise<unknown>;
  readonly warned?: () => void;
  readonly jobActions?: () => readonly unknown[];
}) => {
  const log = new InMemoryEventLog();
  const stop = new AbortController();
  const seen: string[] = [];
  const offered: QueuedJob[] = [];
  const kept = {
    place: over.place ?? (() => Promise.resolve(null)),
    keepPlace: (_: string, { position }: Checkpoint) => {
      seen.push(`moves to ${position}`);
      return over.keepPlace?.() ?? Promise.resolve();
    },
  };
  const add = (jobs: readonly QueuedJob[]) => {
    seen.push(`offers ${jobs.length}`);
    offered.push(...jobs);
    return over.add?.() ?? Promise.resolve();
  };
  const logger: Logger = {
    ...quiet,
    warn: (_, message) => {
      seen.push(`warns: ${message}`);
      over.warned?.();
    },
  };
  const nudging =
    over.jobActions === undefined ? policy : { ...policy, jobActions: over.jobActions };
  const flows = [nudging as RegisteredPolicy];
  const dispatcher = new Dispatcher(log, kept, { add } as unknown as Queues, flows, logger);
  /** Runs the dispatcher until it waits for events. */
  const turns = async () => {
    for (let turn = 0; turn < 10; turn++) await nextTurn();
  };
  return { log, stop, seen, offered, dispatcher, turns };
};

describe('a dispatcher', () => {
  it('is following once it has found its start', async () => {
    const { dispatcher, stop, turns } = watched({});
    expect(dispatcher.following).toBe(false);
    const running = dispatcher.run(stop.signal);
    await turns();
    expect(dispatcher.following).toBe(true);
    stop.abort();
    await running;
  });
  it('does not read the log after an early abort', async () => {
    const { dispatcher, log, seen } = watched({});
    const subscribed: unknown[] = [];
    const subscribe = log.subscribe.bind(log);
    log.subscribe = (...from) => (subscribed.push(from[0]), subscribe(...from));
    await dispatcher.run(AbortSignal.abort());
    expect([dispatcher.following, subscribed, seen]).toEqual([false, [], []]);
  });
  it('begins at the head without a warning and without a checkpoint', async () => {
    const { dispatcher, log, stop, seen, turns } = watched({});
    await append(log, 'before');
    const running = dispatcher.run(stop.signal);
    await turns();
    expect(seen).toEqual([]);
    stop.abort();
    await running;
  });
  it('warns after a restore of the log', async () => {
    const { dispatcher, log, stop, seen, turns } = watched({
      place: () => Promise.resolve({ position: 1n, mark: `/${randomUUID()}` }),
    });
    await append(log, 'another');
    const running = dispatcher.run(stop.signal);
    await turns();
    expect(seen).toEqual(['warns: restart dispatcher after a restore of the log']);
    stop.abort();
    await running;
  });
  it('moves its checkpoint past events without jobs, without a call of the queues', async () => {
    const { dispatcher, log, stop, seen, turns } = watched({ jobActions: () => [] });
    const running = dispatcher.run(stop.signal);
    await turns();
    await append(log, 'one');
    await turns();
    expect(seen).toEqual(['moves to 1']);
    stop.abort();
    await running;
  });
  it('enqueues immediate jobs and leaves others to the job schedule', async () => {
    const { dispatcher, log, stop, offered, turns } = watched({
      jobActions: () => [
        schedule(job, 'later', new Date()),
        enqueue(job, 'at-once'),
        cancel(job, 'done'),
      ],
    });
    const running = dispatcher.run(stop.signal);
    await turns();
    await append(log, 'one');
    await turns();
    expect(offered.map(({ jobId }) => jobId)).toEqual(['test-at-once-1']);
    stop.abort();
    await running;
  });
  it.each([
    ['without a trace', {}],
    ['with the trace of the event', { traceparent: '00-trace-span-01' }],
  ])('tells a job what it follows from, %s', async (_, trace) => {
    const { dispatcher, log, stop, offered, turns } = watched({});
    const running = dispatcher.run(stop.signal);
    await turns();
    const id = randomUUID();
    const followed = { ...metadata, correlationId: 'a-request', ...trace };
    await log.append('thing-1', 'no_stream', [{ id, type: 'Made', data: {}, metadata: followed }]);
    await turns();
    const data = { id: 'thing-1', correlationId: 'a-request', causationId: id, ...trace };
    expect(offered.map((each) => each.data)).toStrictEqual([data]);
    stop.abort();
    await running;
  });
  it.each([
    ['the queues take the jobs', 'add', ['offers 1']],
    ['its place is saved', 'keepPlace', ['offers 1', 'moves to 1']],
  ] as const)('takes no further event until %s', async (_, held, before) => {
    let release = (): void => undefined;
    const holding = new Promise<void>((resolve) => (release = resolve));
    const { dispatcher, log, stop, seen, turns } = watched({ [held]: () => holding });
    const running = dispatcher.run(stop.signal);
    await turns();
    await append(log, 'one');
    await turns();
    await append(log, 'two');
    await turns();
    expect(seen).toEqual(before);
    release();
    await turns();
    expect(seen).toEqual(['offers 1', 'moves to 1', 'offers 1', 'moves to 2']);
    stop.abort();
    await running;
  });
});

describe('a dispatcher while Redis is unavailable', () => {
  const away = () => Promise.reject(new Error('Redis is away'));
  const waits = 'warns: dispatcher waits';

  it('pauses before a retry and ends at once after an abort', async () => {
    let asked = 0;
    const { dispatcher, stop, seen } = watched({
      place: () => (++asked < 3 ? away() : Promise.resolve(null)),
      warned: () => queueMicrotask(() => stop.abort()),
    });
    await dispatcher.run(stop.signal);
    expect([asked, seen, dispatcher.following]).toEqual([1, [waits], false]);
  });
});

describe('the crash points of the dispatcher', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dispatcher-'));
  beforeEach(() => {
    for (const point of ['queueing', 'queued'])
      writeFileSync(join(folder, `test.dispatcher.${point}`), 'block:0');
    armCrashPoints(folder, 'test');
  });
  afterEach(() => armCrashPoints(null, 'test'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are before the jobs are added and before the checkpoint is saved', async () => {
    const ahead: string[] = [];
    const look = async () => void ahead.push(readdirSync(folder).join());
    const { dispatcher, log, stop, turns } = watched({ add: look, keepPlace: look });
    const running = dispatcher.run(stop.signal);
    await turns();
    await append(log, 'one');
    await turns();
    expect(ahead).toEqual(['test.dispatcher.queued', '']);
    stop.abort();
    await running;
  });
});
