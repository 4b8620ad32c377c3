import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { executedCents, grossCents, ledgerOf } from '../../support/ledger.js';
import { AGREES, reconciled } from '../../support/reconciled.js';
import { SecondProcess } from '../../support/second-process.js';
import type { Json, PartnerClient, Service } from '../../support/service.js';
import { startedService } from '../../support/started-service.js';

/** The documented limit is 3 s. The extra time allows for a busy machine. */
const ONE_EACH = { accounts: 1, journals: 1, trades: 1 };
const STANDS_BY = 'become follower';

let service: Service;
let client: PartnerClient;
let userId: string;
let second: SecondProcess;
let redis: Redis;

beforeAll(async () => {
  ({ service, client, userId } = await startedService());
  redis = new Redis(service.redisPort, '127.0.0.1');
  second = SecondProcess.start('worker', service);
});

afterAll(async () => {
  second.end();
  redis.disconnect();
  await service.stop();
});

const until = async (what: string, isSo: () => Promise<boolean> | boolean): Promise<void> => {
  const sinceMs = performance.now();
  while (!(await isSo())) {
    if (performance.now() - sinceMs > BACKSTOP_MS) throw new Error(`never: ${what}`);
    await sleep(50);
  }
  console.info(`${what} after ${Math.round(performance.now() - sinceMs)} ms`);
};

const times = (lines: readonly Json[], words: string) =>
  lines.filter(({ msg }) => msg === words).length;
const firstSaid = () => service.logLines('worker');

const connections = async () => (await service.control('GET', '/events')).body['connections'];
const oneFollows = () =>
  until(
    'one connection a stream',
    async () => JSON.stringify(await connections()) === JSON.stringify(ONE_EACH),
  );

/** Waits for the cursor in Redis, which the leader moves after each message of the broker. */
const hintsAreFollowed = async (what: string): Promise<void> => {
  const cursor = () => redis.get('broker-hints:journals');
  const before = await cursor();
  const about = { userId, direction: 'DEPOSIT', amount: '12.34', externalId: randomUUID() };
  const { body } = await client.post('/v1/funding', about);
  await client.until(`/v1/funding/${String(body['id'])}`, ({ status }) => status === 'completed');
  await until(`hints are followed ${what}`, async () => (await cursor()) !== before);
};

it('follows the broker with one worker at a time, and counts everything once', async () => {
  await until('the second is ready', () => second.isReady);
  await hintsAreFollowed('by the first');
  await oneFollows();
  expect(times(second.lines, 'become leader')).toBe(0);

  const first = service.pid('worker');
  process.kill(first, 'SIGSTOP');
  await until(
    'the second leads beside a stopped worker',
    () => times(second.lines, 'become leader') === 1,
  );
  await hintsAreFollowed('beside a stopped one');
  process.kill(first, 'SIGCONT');
  await until('the continued one stands by', () => times(firstSaid(), STANDS_BY) === 1);
  await oneFollows();
  await hintsAreFollowed('by the second');

  second.signal('SIGKILL');
  await until('the first leads after a kill', () => times(firstSaid(), 'become leader') === 2);
  await hintsAreFollowed('after a kill');
  await oneFollows();

  second.end();
  second = SecondProcess.start('worker', service);
  await until('another one is ready', () => second.isReady);
  process.kill(first, 'SIGTERM');
  await until('it leads after an end', () => times(second.lines, 'become leader') === 1);
  await hintsAreFollowed('after an end');
  await oneFollows();

  expect(await reconciled(service)).toMatchObject({ ...AGREES, stuck: [] });
  expect(await grossCents(client)).toBe(executedCents(await ledgerOf(service)));
});
