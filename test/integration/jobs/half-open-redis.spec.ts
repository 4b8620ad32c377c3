import { EventStore } from '#kernel/event-store/event-store.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { EVERY_15_S, type JobKind } from '#kernel/jobs/job.js';
import { Queues } from '#jobs/queues.js';
import { WorkerHost } from '#jobs/worker-host.js';
import { type TestRedis, startRedis } from '../../support/redis.js';
import { TcpProxy } from '../../support/tcp-proxy.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const kind: JobKind = {
  queue: 'funding-settlement',
  name: 'mend',
  category: 'thing',
  poll: EVERY_15_S,
};
const jobAction = (id: string) => ({
  job: kind,
  jobId: `mend-${id}`,
  data: { id, correlationId: 'c', causationId: 'due' },
});

let server: TestRedis;
let link: TcpProxy;

beforeEach(async () => {
  server = await startRedis({ alone: true });
  link = await TcpProxy.open(Number(new URL(server.url).port));
});
afterEach(async () => {
  await link.close();
  await server.stop();
});

const throughLink = () => `redis://127.0.0.1:${link.port}`;
const loseConnections = () => {
  link.inject({ kind: 'half-open' });
  link.inject(null);
};

describe('connections to Redis that are lost without an error', () => {
  it('are made anew by those who queue', async () => {
    const queues = new Queues(throughLink(), quiet);
    await queues.add([jobAction('a')]).catch(() => queues.add([jobAction('a')]));
    loseConnections();
    const tries = [
      await outcome(queues.add([jobAction('b')])),
      await outcome(queues.add([jobAction('b')])),
    ];
    expect(tries.at(-1)).toBe('added');
    await queues.close();
  });

  it('are made anew by a worker', async () => {
    const done: string[] = [];
    const process = ({ id }: { readonly id: string }) => {
      done.push(id);
      return Promise.resolve();
    };
    const log = new InMemoryEventLog();
    const host = new WorkerHost(
      throughLink(),
      [kind],
      [{ job: kind, process }],
      new EventStore(log),
      quiet,
    );
    const queues = new Queues(server.url, quiet);
    await added(queues, 'a');
    await until(() => done.includes('a'));
    loseConnections();
    await added(queues, 'b');
    await until(() => done.includes('b'));
    await Promise.all([queues.close(), host.close()]);
  });
});

const outcome = (adding: Promise<void>): Promise<string> =>
  adding.then(
    () => 'added',
    (error: unknown) => String(error),
  );

/** The first commands of a new connection may come too early. */
const added = async (queues: Queues, id: string): Promise<void> => {
  while ((await outcome(queues.add([jobAction(id)]))) !== 'added')
    await new Promise((done) => setTimeout(done, 50));
};

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((done) => setTimeout(done, 50));
};
