import { EventStore } from '#kernel/event-store/event-store.js';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failures } from '#jobs/failures.js';
import { DeadLetterRetrier } from '#operations/attention/dead-letter-retrier.js';
import { CircuitOpen } from '#kernel/concurrency/circuit.js';
import { ProviderBusy } from '#kernel/provider-busy.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { LOST_RACE } from '#kernel/jobs/effect.js';
import { type JobKind, EVERY_15_S } from '#kernel/jobs/job.js';
import { NeedsOperator } from '#kernel/jobs/needs-operator.js';
import { retryLookupSoon } from '#kernel/jobs/lookup-retry.js';
import { prefixOf } from '#jobs/queue-keys.js';
import { type JobData, Queues } from '#jobs/queues.js';
import { WorkerHost } from '#jobs/worker-host.js';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { type TestRedis, startRedis } from '../../support/redis.js';
import { OutcomeUnknown } from '#kernel/outcome-unknown.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const kind: JobKind = {
  queue: 'funding-settlement',
  name: 'mend',
  category: 'thing',
  poll: EVERY_15_S,
};
/** Its ids begin with what may be told of them. */
const told: JobKind = { ...kind, name: 'tell', traceName: (id) => id.slice(0, id.indexOf('.')) };
const MEMBER = 'mend/a';
const HOUR_MS = 3_600_000;

let server: TestRedis;
let redis: Redis;
let queues: Queues;
let host: WorkerHost;
let failures: Failures;
let runs: number;
let requests: Set<string>;
let outcome: (run: number) => Error | typeof LOST_RACE | null;

beforeEach(async () => {
  server = await startRedis({ alone: true });
  redis = new Redis(server.url);
  queues = new Queues(server.url, quiet);
  failures = new Failures(redis);
  runs = 0;
  requests = new Set();
  const mend = {
    job: kind,
    process: ({ correlationId }: JobData) => {
      requests.add(correlationId);
      const came = outcome(++runs);
      return came instanceof Error ? Promise.reject(came) : Promise.resolve(came ?? undefined);
    },
  };
  const log = new InMemoryEventLog();
  const tell = { ...mend, job: told };
  host = new WorkerHost(server.url, [kind, told], [mend, tell], new EventStore(log), quiet);
  await sleep(100);
});
afterEach(async () => {
  await Promise.all([host.close(), queues.close()]);
  redis.disconnect();
  await server.stop();
});

const jobAction = (byClock = false) => {
  const data = { id: 'a', correlationId: null, causationId: 'due' };
  return queues.add([{ job: kind, jobId: 'mend-a', data, byClock }]);
};

const until = async (wanted: () => Promise<boolean>, withinMs = BACKSTOP_MS) => {
  for (let tries = 0; tries < withinMs / 20; tries++) {
    if (await wanted()) return;
    await sleep(20);
  }
  throw new Error('never came about');
};

const stored = async () => {
  const queue = new Queue(kind.queue, {
    connection: { url: server.url },
    prefix: prefixOf(kind.queue),
    skipVersionCheck: true,
  });
  const job = await queue.getJob('mend-a');
  const state = await job?.getState();
  await queue.close();
  return { state, attempts: job?.attemptsMade, delay: job?.delay };
};

describe('a job about a provider that is left alone', () => {
  it('comes back without using an attempt, and is done once it may be', async () => {
    outcome = (run) => (run <= 3 ? new CircuitOpen('broker', 10) : null);
    await jobAction();
    await until(async () => runs === 1 && (await failures.all()).has(MEMBER));
    expect((await failures.all()).get(MEMBER)).toMatchObject({ gaveUp: false, tries: 0 });
    await until(async () => (await stored()).state === 'completed');
    expect(await stored()).toMatchObject({ state: 'completed', attempts: 1 });
    expect(runs).toBe(4);
    await until(async () => (await failures.all()).size === 0);
  });
});

describe('a job whose provider is too busy', () => {
  it('comes back without using an attempt', async () => {
    outcome = (run) => (run <= 2 ? new ProviderBusy('later', 10) : null);
    await jobAction();
    await until(async () => (await stored()).state === 'completed');
    expect(await stored()).toMatchObject({ state: 'completed', attempts: 1 });
  });
});

describe('a job that waits for its next attempt since a clock was two hours ahead', () => {
  it('is done soon after the clock was set right', async () => {
    const real = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() + 2 * HOUR_MS);
    outcome = (run) => (run === 1 ? new Error('a stumble') : null);
    await jobAction(true);
    await until(async () => (await stored()).state === 'delayed');
    clock.mockRestore();
    const data = { id: 'a', correlationId: null, causationId: 'due' };
    await queues.add([{ job: kind, jobId: 'mend-a-again', data, byClock: true }]);
    await new DeadLetterRetrier(failures, queues, [kind]).look(Date.now());
    await until(() => Promise.resolve(runs === 2));
  });
});

describe('a job that leaves an outcome to be looked up', () => {
  it('comes back when it is to be looked up', async () => {
    const lost = new Error('lost');
    const mark = retryLookupSoon(
      () => 300_000,
      () => Promise.reject(lost),
    );
    await mark.catch(() => undefined);
    outcome = () => lost;
    await jobAction();
    await until(async () => (await stored()).state === 'delayed');
    expect((await stored()).delay).toBe(300_000);
  });
});

describe('a job that fails', () => {
  it('says so with its first reason’s time and its last reason, and that it gave up', async () => {
    outcome = (run) => new Error(`try ${run}`);
    await jobAction(true);
    await until(async () => (await failures.all()).get(MEMBER)?.gaveUp === true);
    const { firstAt, lastAt, ...failure } = (await failures.all()).get(MEMBER)!;
    expect(failure).toEqual({ tries: 4, reason: 'Error: try 4', gaveUp: true });
    expect(Date.parse(firstAt)).toBeLessThan(Date.parse(lastAt));
  });

  it('gives up at once when only people can help', async () => {
    outcome = () => new NeedsOperator('mend it');
    await jobAction();
    await until(async () => (await stored()).state === 'failed');
    await until(async () => (await failures.all()).has(MEMBER));
    const { reason, tries, gaveUp } = (await failures.all()).get(MEMBER)!;
    expect([reason, tries, gaveUp]).toEqual(['NeedsOperator: mend it', 1, true]);
    expect(runs).toBe(1);
  });

  it('keeps its reason while it only waits for the provider’s word', async () => {
    const waits = [OutcomeUnknown.waiting('not yet'), new CircuitOpen('broker', 10)];
    outcome = (run) => (run === 1 ? new Error('the cause') : (waits[run - 2] ?? null));
    const reasons = new Set<string | undefined>();
    const counts = new Set<number | undefined>();
    await jobAction();
    await until(async () => {
      const failure = (await failures.all()).get(MEMBER);
      reasons.add(failure?.reason);
      counts.add(failure?.tries);
      return runs === 4 && (await failures.all()).size === 0;
    });
    expect(reasons).toEqual(new Set([undefined, 'Error: the cause']));
    expect(counts).toEqual(new Set([undefined, 1]));
  });

  it('keeps its reason while another run of it is at work', async () => {
    outcome = (run) => (run === 1 ? new Error('the cause') : LOST_RACE);
    await jobAction();
    await until(async () => (await stored()).state === 'completed');
    const { tries, reason } = (await failures.all()).get(MEMBER)!;
    expect([runs, tries, reason]).toEqual([2, 1, 'Error: the cause']);
  });

  it('says that it waits when nothing is known but that', async () => {
    outcome = () => OutcomeUnknown.waiting('not yet');
    await jobAction(true);
    await until(async () => runs >= 2 && (await failures.all()).has(MEMBER));
    const { reason, tries } = (await failures.all()).get(MEMBER)!;
    expect([reason, tries]).toEqual(['OutcomeUnknown: not yet', 0]);
  });
});

describe('a job that a clock asked for, about no stream', () => {
  it('goes on under what asked for it, not under its id', async () => {
    outcome = () => null;
    await jobAction(true);
    await until(async () => (await stored()).state === 'completed');
    expect([...requests]).toEqual(['mend-due']);
  });

  it('goes on under a name of its own where it has one, though a clock asks for many', async () => {
    outcome = () => null;
    const data = { correlationId: null, causationId: 'due' };
    const ids = ['a.user', 'b.user'];
    await queues.add(ids.map((id) => ({ job: told, jobId: `tell-${id}`, data: { ...data, id } })));
    await until(() => Promise.resolve(runs === 2));
    expect([...requests].sort()).toEqual(['tell-a', 'tell-b']);
  });
});
