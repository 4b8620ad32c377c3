import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { EVERY_15_S, type JobKind } from '#kernel/jobs/job.js';
import { WorkerHost } from '#jobs/worker-host.js';

/** Takes a job of the Redis that its argument names, says so, and never ends it. */
const job: JobKind = {
  queue: 'funding-settlement',
  name: 'mend',
  category: 'thing',
  poll: EVERY_15_S,
};
const hold = () => {
  console.log('taken');
  return new Promise<void>(() => undefined);
};
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const processors = [{ job, process: hold }];
new WorkerHost(
  process.argv[2] ?? '',
  [job],
  processors,
  new EventStore(new InMemoryEventLog()),
  quiet,
);
