import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { Redis } from 'ioredis';
import { join } from 'node:path';
import type { ReadStore } from '#read-models/read-store.js';
import { checkModels } from '../../faults/models.check.js';
import { readStoreOf } from '../../faults/read-store.js';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { executedCents, grossCents, ledgerOf } from '../../support/ledger.js';
import { SecondProcess } from '../../support/second-process.js';
import type { PartnerClient, Service } from '../../support/service.js';
import { startedService } from '../../support/started-service.js';

/** The documented limit is 3 s. The extra time allows for a busy machine. */
const SHARDS = 4;

let service: Service;
let client: PartnerClient;
let userId: string;
let second: SecondProcess;
let redis: Redis;
let store: ReadStore;

beforeAll(async () => {
  ({ service, client, userId } = await startedService({ PROJECTOR_SHARDS: `${SHARDS}` }));
  redis = new Redis(service.redisPort, '127.0.0.1');
  store = await readStoreOf(service);
  second = SecondProcess.start('projector', service);
});

afterAll(async () => {
  second.end();
  redis.disconnect();
  await store.engine.close();
  await service.stop();
});

/** Returns the number of shards of each process, sorted. */
const sizes = async (): Promise<readonly number[]> => {
  const fields = Object.entries(await redis.hgetall(`lease:shards:${store.version}`));
  const holders = fields.filter(([name]) => name.startsWith('holder ')).map(([, holder]) => holder);
  const counts = [...new Set(holders)].map((id) => holders.filter((each) => each === id).length);
  return counts.toSorted();
};

const until = async (what: string, isSo: () => Promise<boolean>): Promise<void> => {
  const sinceMs = performance.now();
  while (!(await isSo())) {
    if (performance.now() - sinceMs > BACKSTOP_MS)
      throw new Error(`never ${what}: ${String(await sizes())}`);
    await sleep(20);
  }
  console.info(`${what} after ${Math.round(performance.now() - sinceMs)} ms`);
};
const untilShared = (...wanted: readonly number[]) =>
  until(`held are ${wanted.join(' and ')}`, async () => String(await sizes()) === String(wanted));

const headOf = (): bigint => {
  const db = new Database(join(service.dataDir, 'events.db'), { readonly: true });
  const { head } = db.prepare('select max(position) as head from events').get() as { head: number };
  db.close();
  return BigInt(head);
};

/** Completes a deposit and waits until every shard has applied it. */
const allAreFed = async (what: string): Promise<void> => {
  const about = { userId, direction: 'DEPOSIT', amount: '12.34', externalId: randomUUID() };
  const { body } = await client.post('/v1/funding', about);
  await client.until(`/v1/funding/${String(body['id'])}`, (read) => read['status'] === 'completed');
  const head = headOf();
  await until(`all are fed ${what}`, async () => {
    const places = await store.checkpoints();
    return places.length === SHARDS && places.every(({ place }) => place.position >= head);
  });
};

it('divides shards among two projectors, and moves those of a dead projector', async () => {
  await untilShared(2, 2);
  await allAreFed('by two');

  second.signal('SIGSTOP');
  await untilShared(SHARDS);
  await allAreFed('beside a stopped one');
  second.signal('SIGCONT');
  await untilShared(2, 2);
  await allAreFed('by the continued one, too');

  second.signal('SIGKILL');
  await untilShared(SHARDS);
  await allAreFed('after a kill');

  expect(await grossCents(client)).toBe(executedCents(await ledgerOf(service)));
  expect(await checkModels(service)).toEqual([]);
});
