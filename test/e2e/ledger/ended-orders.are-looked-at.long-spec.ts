import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import {
  RECONCILIATION,
  reconciliations,
} from '#reconciliation/reconciliation/reconciliation.state.js';
import { type Recheck, momentsAfter } from '../../../libs/orders/src/order/after-end.js';
import { BACKSTOP_MS } from '../../support/backstop.js';
import { type Json, PartnerClient, type Service } from '../../support/service.js';
import { ShiftedClock } from '../../support/shifted-clock/shifted-clock.js';
import { AGREES, inItsClock, reconciled } from '../../support/reconciled.js';
import { atBroker, placedOrder, showsOrder } from '../../support/slow-orders.js';
import { startedService } from '../../support/started-service.js';

const SECOND_MS = 1_000;

const clock = new ShiftedClock();
const crashes = mkdtempSync(join(tmpdir(), 'brokerage-crash-points-'));
let service: Service;
let client: PartnerClient;
let userId: string;

beforeAll(async () => {
  // A Monday in New York, two hours before the close.
  clock.set({ '*': Date.parse('2026-03-16T18:00:00.000Z') - Date.now() });
  ({ service, client, userId } = await startedService({
    ...clock.settings,
    CRASH_POINTS: crashes,
  }));
  const about = { userId, direction: 'DEPOSIT', amount: '1000.00', externalId: randomUUID() };
  const { body } = await client.post('/v1/funding', about);
  await client.until(`/v1/funding/${String(body['id'])}`, ({ status }) => status === 'completed');
  await firstRunsEnded();
});
afterAll(async () => {
  await service.stop();
  clock.remove();
  rmSync(crashes, { recursive: true, force: true });
});

/** Waits for the runs after a start, which repair differences. The next run is an hour later. */
const firstRunsEnded = async (): Promise<void> => {
  const endMs = Date.now() + BACKSTOP_MS;
  for (;;) {
    const { stdout } = await service.ops('events', '--stream', RUNS, '--json');
    if (stdout.includes('"nightly"')) return;
    if (Date.now() > endMs) throw new Error('no nightly run ever came');
    await sleep(250);
  }
};
const RUNS = `${reconciliations.category}-${RECONCILIATION}`;

const filled = async () => {
  const id = await placedOrder(client, userId);
  await atBroker(service, id, { outcome: 'fill' });
  await showsOrder(client, id, { status: 'filled', filledQty: 10 });
  return id;
};

const canceled = async () => {
  const id = await placedOrder(client, userId);
  await atBroker(service, id, { outcome: 'fill', qty: '4' });
  await atBroker(service, id, { outcome: 'cancel' });
  await showsOrder(client, id, { status: 'canceled', filledQty: 4 });
  return id;
};

/** Times of the rechecks after the end of an order. */
const momentOf = async (look: Recheck, id: string): Promise<number> => {
  const { body } = await client.get(`/v1/orders/${id}`);
  return momentsAfter(Date.parse(String(body['updatedAt'])))[look];
};

/** Signs in again, because the earlier token has expired. */
const goOnAt = async (moment: number) => {
  await clock.advanceTo(moment + SECOND_MS);
  client = await PartnerClient.logIn(service);
};

const wipeRedis = async () => {
  const redis = new Redis({ port: service.redisPort, host: '127.0.0.1' });
  await redis.flushall();
  redis.disconnect();
};

/** Makes the next worker die after it enqueues rechecks and before it records them. */
const dieAfterQueueing = () => {
  const file = join(crashes, 'worker.rechecks.queued');
  writeFileSync(file, '');
  return async () => {
    for (const endMs = Date.now() + BACKSTOP_MS; existsSync(file) && Date.now() < endMs;)
      await sleep(10);
    expect(existsSync(file)).toBe(false);
  };
};

const eventsOf = async (id: string): Promise<readonly Json[]> => {
  const { stdout } = await service.ops('events', '--stream', `order-${id}`, '--json');
  return JSON.parse(stdout) as Json[];
};

describe('a change of an ended order without a message', () => {
  let orders: Record<'busted' | 'priced' | 'ended' | 'atClose' | 'nextMorning', string>;
  let moments: Record<'hour' | 'close' | 'morning', number>;

  it('is unknown at first', async () => {
    orders = {
      busted: await filled(),
      priced: await filled(),
      ended: await canceled(),
      atClose: await filled(),
      nextMorning: await filled(),
    };
    const last = orders.nextMorning;
    moments = {
      hour: await momentOf('hour', last),
      close: await momentOf('close', last),
      morning: await momentOf('morning', last),
    };
    expect(await reconciled(service, inItsClock)).toMatchObject({ ...AGREES, open: [] });
    await atBroker(service, orders.busted, { outcome: 'bust', qty: '3', silent: true });
    await atBroker(service, orders.priced, { outcome: 'correct', price: '9.50', silent: true });
    await atBroker(service, orders.ended, { outcome: 'bust', silent: true });
    expect((await reconciled(service, inItsClock)).differences).toHaveLength(3);
  });

  it('is found after an hour, although processes died and Redis was wiped', async () => {
    await wipeRedis();
    service.kill('worker');
    await goOnAt(moments.hour);
    await showsOrder(client, orders.busted, { status: 'filled', filledQty: 7 });
    await showsOrder(client, orders.priced, { filledQty: 10, filledAvgPrice: 9.5 });
    await showsOrder(client, orders.ended, {
      ...{ status: 'canceled', filledQty: 0, filledAvgPrice: null },
    });
    expect(await reconciled(service, inItsClock)).toMatchObject({ ...AGREES, open: [] });
  });

  it('is reported once as a correction', async () => {
    const told = (await eventsOf(orders.busted)).map(({ type }) => type);
    expect(told.filter((type) => type === 'OrderCorrected')).toHaveLength(1);
  });

  it('is found at the close, although the jobs of the rechecks are lost', async () => {
    await atBroker(service, orders.atClose, { outcome: 'bust', silent: true });
    const died = dieAfterQueueing();
    await goOnAt(moments.close);
    await died();
    await wipeRedis();
    await showsOrder(client, orders.atClose, { status: 'canceled', filledQty: 0 });
    expect(await reconciled(service, inItsClock)).toMatchObject({ ...AGREES, open: [] });
  });

  it('is found the next morning', async () => {
    await atBroker(service, orders.nextMorning, { outcome: 'bust', qty: '1', silent: true });
    await goOnAt(moments.morning);
    await showsOrder(client, orders.nextMorning, { status: 'filled', filledQty: 9 });
    expect(await reconciled(service, inItsClock)).toMatchObject({ ...AGREES, open: [] });
  });
});
