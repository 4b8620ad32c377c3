import { EventStore } from '#kernel/event-store/event-store.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Queue, Worker } from 'bullmq';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { type JobKind, EVERY_15_S } from '#kernel/jobs/job.js';
import { prefixOf } from '#jobs/queue-keys.js';
import { type QueuedJob, Queues } from '#jobs/queues.js';
import { WorkerHost } from '#jobs/worker-host.js';
import { type TestRedis, startRedis } from '../../support/redis.js';
import { runTypeScript } from '../../support/typescript-child/typescript-child.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const kind: JobKind = {
  queue: 'funding-settlement',
  name: 'mend',
  category: 'thing',
  poll: EVERY_15_S,
};

let server: TestRedis;
let queues: Queues;
let queue: Queue;
let asked = 0;

beforeEach(async () => {
  server = await startRedis({ alone: true });
  queues = new Queues(server.url, quiet);
  queue = new Queue(kind.queue, {
    connection: { url: server.url },
    prefix: prefixOf(kind.queue),
    skipVersionCheck: true,
  });
  await queue.waitUntilReady();
});
afterEach(async () => {
  await Promise.all([queues.close(), queue.close()]);
  await server.stop();
});

const jobAction = (id: string, by: Partial<QueuedJob> = {}): QueuedJob => ({
  job: kind,
  jobId: `mend-${id}-${asked++}`,
  data: { id, correlationId: null, causationId: 'due' },
  ...by,
});
const byClock = { byClock: true };

/** Lets a worker do all that waits. */
const work = async (): Promise<string[]> => {
  const done: string[] = [];
  const worker = new Worker<{ id: string }>(
    kind.queue,
    ({ data }) => {
      done.push(data.id);
      return Promise.resolve();
    },
    {
      connection: { url: server.url, maxRetriesPerRequest: null },
      prefix: prefixOf(kind.queue),
      skipVersionCheck: true,
    },
  );
  while ((await queue.getJobCountByTypes('wait', 'prioritized', 'active')) > 0) await sleep(10);
  await worker.close();
  return done;
};

describe('what nobody waits for', () => {
  const last = { last: true };
  const figure = async (now: Date) =>
    (await queues.figures(now)).find((each) => each.queue === kind.queue);

  it('comes after everything else', async () => {
    await queues.add([
      jobAction('last', last),
      jobAction('again', { again: true }),
      jobAction('first'),
    ]);
    const done = await work();
    expect(done).toEqual(['first', 'again', 'last']);
  });

  it('counts as waiting, and not as old', async () => {
    await queues.add([jobAction('last', last)]);
    const later = new Date(Date.now() + 120_000);
    expect(await queues.backlog(kind.queue)).toBe(1);
    expect(await figure(later)).toMatchObject({ waiting: 1, oldestAgeMs: null });
    await queues.add([jobAction('again', { again: true })]);
    expect((await figure(later))?.oldestAgeMs).toBeGreaterThan(100_000);
    expect(await queues.backlog(kind.queue)).toBe(2);
  });
});

describe('a nudge by the clock', () => {
  it('is left out while an earlier one about the same thing waits', async () => {
    await queues.add([jobAction('a', byClock), jobAction('b', byClock)]);
    await queues.add([jobAction('a', { ...byClock, again: true })]);
    expect(await work()).toEqual(['a', 'b']);
  });

  it('is taken again once the earlier one is done', async () => {
    await queues.add([jobAction('a', byClock)]);
    expect(await work()).toEqual(['a']);
    await queues.add([jobAction('a', byClock)]);
    expect(await work()).toEqual(['a']);
  });

  it('never keeps a nudge by an event out', async () => {
    await queues.add([jobAction('a', byClock)]);
    await queues.add([jobAction('a'), jobAction('a')]);
    expect(await work()).toEqual(['a', 'a', 'a']);
  });

  it('whose worker was killed is looked at again', async () => {
    const held = runTypeScript(new URL('./holding-worker.ts', import.meta.url), server.url);
    await queues.add([jobAction('a', byClock)]);
    await once(held.stdout, 'data');
    held.kill('SIGKILL');
    const clock = setInterval(() => void queues.add([jobAction('a', byClock)]), kind.poll.maxMs);
    try {
      expect(await nextLook()).toBe('a');
    } finally {
      clearInterval(clock);
    }
  });
});

/** What a worker of the service gets to do first. */
const nextLook = async (): Promise<string> => {
  let tell = (_id: string): void => undefined;
  const looked = new Promise<string>((resolve) => (tell = resolve));
  const process = ({ id }: { readonly id: string }) => {
    tell(id);
    return Promise.resolve();
  };
  const log = new InMemoryEventLog();
  const host = new WorkerHost(
    server.url,
    [kind],
    [{ job: kind, process }],
    new EventStore(log),
    quiet,
  );
  const id = await looked;
  await host.close();
  return id;
};
