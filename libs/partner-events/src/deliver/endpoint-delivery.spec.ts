import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { DAY_MS } from '#kernel/duration.js';
import { ReadStore } from '#read-models/read-store.js';
import { SqliteEngine } from '#read-models/sqlite-engine.js';
import { idOf } from '../../../../test/support/memory-reads.js';
import { DeliveryHistory } from '../deliveries/delivery-history.js';
import { DeliveryQueue } from '../deliveries/delivery-queue.js';
import { DeliveryStore } from '../deliveries/delivery-store.js';
import { EndpointProgress } from '../deliveries/endpoint-progress.js';
import type { DeliveryRow } from '../deliveries/delivery-tables.js';
import { created } from '../endpoint/endpoint.examples.js';
import { endpointOf, webhooks } from '../endpoint/endpoint.state.js';
import { AttemptRecorder } from './attempt-recorder.js';
import { EndpointDelivery } from './endpoint-delivery.js';
import type { Attempt, Message } from './webhook-sender.js';

const endpointId = idOf('endpoint');
const partnerId = idOf('partner');
const created1 = { ...created, data: { ...created.data, endpointId, partnerId, after: '-1' } };
const endpoint = endpointOf(webhooks.evolve(webhooks.initial, created1), endpointId)!;

let engine: SqliteEngine;
let queue: DeliveryQueue;
let history: DeliveryHistory;
let progress: EndpointProgress;
let status: number;
const sent: string[] = [];
const disable = jest.fn(() => Promise.resolve());

beforeEach(() => {
  engine = SqliteEngine.open(':memory:');
  const store = new DeliveryStore(new ReadStore(engine, []));
  queue = new DeliveryQueue(store);
  history = new DeliveryHistory(store);
  progress = new EndpointProgress(store);
  status = 200;
  sent.splice(0);
  disable.mockClear();
});
afterEach(() => engine.close());

const row = (n: number, object: string): DeliveryRow => ({
  ...{ id: idOf(`delivery ${n}`), endpointId, partnerId, kind: 'event', eventId: idOf(`e ${n}`) },
  ...{ type: 'order.filled', objectId: idOf(object), position: BigInt(n), revision: 0n },
  ...{ status: 'pending', attempts: 0n, nextAttemptAt: null, firstAttemptAt: null, body: null },
  occurredAt: '2026-03-16T12:00:00.000Z',
  createdAt: '2026-03-16T12:00:00.000Z',
});
const add = async (...rows: DeliveryRow[]) => {
  const before = await progress.of(endpoint, new Date());
  await queue.add(before, { position: 99n, lastEventId: null }, rows, new Date());
};

let open = 0;
let mostOpen = 0;
const send = async ({ id }: Message): Promise<Attempt> => {
  mostOpen = Math.max(mostOpen, ++open);
  await new Promise((done) => setTimeout(done, 5));
  open--;
  sent.push(id);
  const nothing = { retryAfterMs: null, error: null, responseStart: '' };
  return { at: new Date(), status, durationMs: 1, ...nothing };
};
const run = async (isHeld = () => true) => {
  const parts = {
    ...{ queue, progress, sender: { send }, recorder: new AttemptRecorder(queue), disable },
    endpoint: () => Promise.resolve(endpoint),
    prepare: () => Promise.resolve(false),
    bodies: (rows: readonly DeliveryRow[]) =>
      Promise.resolve(new Map(rows.map(({ id }) => [id, '{}']))),
    secrets: () => [],
    signal: new AbortController().signal,
    isHeld,
  };
  const before = await progress.of(endpoint, new Date());
  return EndpointDelivery.run(parts, endpoint, before, 10_000);
};
const found = (n: number) => history.find(endpointId, idOf(`delivery ${n}`));

it('delivers each object in order, with at most eight open requests', async () => {
  const rows = Array.from({ length: 60 }, (_, n) => row(n, `object ${n % 20}`));
  await add(...rows.toReversed());
  await run();
  expect(sent).toHaveLength(60);
  expect(mostOpen).toBe(8);
  for (let object = 0; object < 20; object++) {
    const own = [object, object + 20, object + 40].map((n) => `evt_${idOf(`e ${n}`)}`);
    expect(sent.filter((id) => own.includes(id))).toEqual(own);
  }
});

it('keeps later events of an object back while one fails, and rests after five failures', async () => {
  status = 500;
  await add(...Array.from({ length: 40 }, (_, n) => row(n, `object ${n % 20}`)));
  const { restUntil } = await run();
  expect(restUntil).not.toBeNull();
  expect(sent.length).toBeLessThan(20);
  expect(await found(0)).toMatchObject({ status: 'pending', attempts: 1n });
  expect(await found(20)).toMatchObject({ nextAttemptAt: null, attempts: 0n });
});

const startedLongAgo = async () => {
  const firstAttemptAt = new Date(Date.now() - 3 * DAY_MS).toISOString();
  await add({ ...row(1, 'object'), attempts: 9n, firstAttemptAt }, row(2, 'object'));
};

it('disables an endpoint that accepted nothing for three days', async () => {
  status = 500;
  await startedLongAgo();
  await run();
  expect(await found(1)).toMatchObject({ status: 'failed', nextAttemptAt: null });
  expect(disable.mock.calls).toEqual([['failing']]);
});

it('continues with the next event of the object if the endpoint accepted others', async () => {
  await add(row(0, 'other'));
  await run();
  status = 500;
  const firstAttemptAt = new Date(Date.now() - 3 * DAY_MS).toISOString();
  const late = { ...row(1, 'object'), attempts: 9n, firstAttemptAt };
  await queue.redeliver({ id: idOf('r'), endpointId }, 99n, [late, row(2, 'object')], new Date());
  await run();
  expect(await found(1)).toMatchObject({ status: 'failed' });
  expect(await found(2)).toMatchObject({ status: 'pending', attempts: 1n });
  expect(disable).not.toHaveBeenCalled();
});

it('stops sending when another run may deliver to the endpoint', async () => {
  await add(...Array.from({ length: 40 }, (_, n) => row(n, `object ${n}`)));
  await run(() => sent.length < 8);
  expect(sent).toHaveLength(8);
  expect(await found(39)).toMatchObject({ status: 'pending', attempts: 0n });
});

it('disables an endpoint at once that responds with 410', async () => {
  status = 410;
  await add(row(1, 'object'));
  await run();
  expect(disable.mock.calls).toEqual([['gone']]);
});

it('knows the received events, and deletes old ones', async () => {
  await add(row(1, 'object'), row(2, 'object'));
  await run();
  const ids = [idOf('e 1'), idOf('e 2'), idOf('e 3')];
  expect([...(await history.receivedAmong(endpointId, ids))].sort()).toEqual(
    ids.slice(0, 2).sort(),
  );
  expect(await history.prune(new Date('2026-03-17'), 10)).toBe(2);
  expect(await progress.find(endpointId)).toMatchObject({ forgottenTo: 2n });
  expect(await found(1)).toBeNull();
});
