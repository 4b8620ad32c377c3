import { randomUUID } from 'node:crypto';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { openEventLog } from '#event-log/open-event-log.js';
import type { NewEvent } from '#kernel/event-store/event-log.js';

/** What one step of a workflow cannot do without, and nothing else. */
export type BareWork = {
  readonly queue: string;
  readonly redisUrl: string;
  readonly file: string;
  readonly concurrency: number;
  readonly broker: string;
  readonly authorization: string;
  readonly journal: object;
  /** Appended one after the other, each durable before the next. */
  readonly events: readonly Omit<NewEvent, 'id'>[];
};

const work = JSON.parse(process.argv[2] ?? '') as BareWork;
const log = await openEventLog(`sqlite:${work.file}`);
const connection = new Redis(work.redisUrl, { maxRetriesPerRequest: null });

const step = async (): Promise<void> => {
  const id = randomUUID();
  const response = await fetch(`${work.broker}/v1/journals`, {
    method: 'POST',
    headers: {
      authorization: work.authorization,
      'content-type': 'application/json',
      'idempotency-key': id,
    },
    body: JSON.stringify({ ...work.journal, description: id }),
  });
  if (!response.ok) throw new Error(`the sandbox answers ${response.status}`);
  await response.text();
  for (const [revision, event] of work.events.entries())
    await log.append(`deposit-${id}`, revision === 0 ? 'no_stream' : BigInt(revision - 1), [
      { ...event, id: randomUUID() },
    ]);
};

const { queue, concurrency } = work;
const worker = new Worker(queue, step, { connection, concurrency, lockDuration: 30_000 });
await worker.waitUntilReady();
console.log('ready');
process.once('SIGTERM', () => {
  void worker
    .close()
    .then(() => log.close())
    .then(() => connection.disconnect());
});
