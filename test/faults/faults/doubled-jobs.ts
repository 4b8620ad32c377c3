import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { Queue } from 'bullmq';
import type { QueueName } from '#kernel/jobs/job.js';
import { prefixOf } from '#jobs/queue-keys.js';
import type { Fault } from '../fault.js';
import type { FaultHarness } from '../fault-harness.js';

const TIMES = 3;
const POLL_MS = 5;

/** Queue and job of the effect that follows each event. */
const JOBS: Readonly<Record<string, readonly [QueueName, string]>> = {
  DepositRequested: ['funding-settlement', 'credit-deposit'],
  OrderRequested: ['order-submission', 'submit-order'],
  TraderProfileCreated: ['onboarding', 'open-account'],
};

/** F21: a queue that delivers each job several times at once. */
export const doubledJobs: Fault = {
  id: 'F21c',
  title: `every effect’s job handed out ${TIMES} times more, at once`,
  run: async (harness, size) => {
    const forMs = size === 'full' ? 120_000 : 6_000;
    const count = await doubleJobs(harness, forMs);
    return `${count} jobs too many in ${forMs / 1_000} s`;
  },
};

type Row = { readonly position: number; readonly stream: string; readonly type: string };

/** Enqueues the jobs of new events beside the dispatcher. Returns the number of added jobs. */
export const doubleJobs = async (harness: FaultHarness, forMs: number): Promise<number> => {
  const db = new Database(join(harness.service.dataDir, 'events.db'), { readonly: true });
  const connection = {
    host: '127.0.0.1',
    port: harness.service.redisPort,
    maxRetriesPerRequest: 1,
  };
  const names = new Set(Object.values(JOBS).map(([queue]) => queue));
  const queues = new Map<QueueName, Queue>(
    [...names].map((name) => [name, new Queue(name, { connection, prefix: prefixOf(name) })]),
  );
  for (const queue of queues.values()) queue.on('error', () => undefined);
  const next = db.prepare<[number], Row>(
    'SELECT position, stream, type FROM events WHERE position > ? ORDER BY position',
  );
  let { last } = db.prepare<[], { last: number }>('SELECT max(position) last FROM events').get()!;
  let added = 0;
  try {
    for (const endMs = Date.now() + forMs; Date.now() < endMs;) {
      for (const row of next.all(last)) {
        last = row.position;
        const [queue = null, job = ''] = JOBS[row.type] ?? [];
        const jobs = Array.from({ length: TIMES }, () => jobOf(row, job));
        if (queue !== null) await queues.get(queue)?.addBulk(jobs);
        if (queue !== null) added += TIMES;
      }
      await sleep(POLL_MS);
    }
  } finally {
    db.close();
    await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
  }
  return added;
};

const jobOf = ({ stream }: Row, name: string) => ({
  name,
  data: {
    id: stream.slice(stream.indexOf('-') + 1),
    correlationId: 'doubled',
    causationId: 'doubled',
  },
  opts: { removeOnComplete: true, removeOnFail: true },
});
