import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { openEventLog } from '#platform/event-store/open-event-log.js';
import { type Bench, type Form, alternating } from '../bench.js';
import { answeredPerSecond } from '../http-load.js';
import { type Row, rowOf } from '../row.js';
import { Stage } from '../stage.js';

const CONNECTIONS = 64;
const [USERS, QUICK_USERS] = [64, 16];
const [REQUESTS, QUICK_REQUESTS] = [3_000, 600];
const [APPENDS, QUICK_APPENDS] = [3_000, 1_000];

type Command = { readonly name: string; readonly path: string; body(stage: Stage): object };

const ORDER: Command = {
  name: 'orders',
  path: '/v1/orders',
  body: (stage) => ({
    ...{
      userId: stage.nextUser(),
      symbol: 'AAPL',
      qty: 0,
      amount: 10,
      side: 'buy',
      externalId: randomUUID(),
    },
  }),
};

const DEPOSIT: Command = {
  name: 'funding',
  path: '/v1/funding',
  body: (stage) => ({
    ...{ userId: stage.nextUser(), direction: 'DEPOSIT', amount: '0.01', externalId: randomUUID() },
  }),
};

/**
 * Commands over HTTP, each durable before its answer, to single durable appends of events of the
 * same size. The api has the machine for itself and its stores; what follows a command is measured
 * elsewhere.
 */
const benchOf = (command: Command): Bench => ({
  name: command.name,
  async run(form) {
    const stage = await Stage.open(form.quick ? QUICK_USERS : USERS);
    try {
      return [await measure(stage, command, form)];
    } finally {
      await stage.close();
    }
  },
});

const measure = async (stage: Stage, command: Command, form: Form): Promise<Row> => {
  const { api } = stage.service;
  stage.pause('worker', 'projector', 'sandbox');
  const headers = { ...stage.client.headers, 'content-type': 'application/json' };
  const next = () => ({ path: command.path, body: JSON.stringify(command.body(stage)) });
  const amount = form.quick ? QUICK_REQUESTS : REQUESTS;
  const commands = () =>
    answeredPerSecond({ url: api, headers, connections: CONNECTIONS, amount, next });
  const appends = await singleAppends(stage, form.quick ? QUICK_APPENDS : APPENDS);
  try {
    const rounds = await alternating(form, commands, appends.perSecond);
    return rowOf({ name: command.name, unit: '/s', ...rounds, goal: { atLeast: 0.6 } });
  } finally {
    await appends.close();
  }
};

/** One after another, each to a stream of its own, of the size of the command's own event. */
const singleAppends = async (stage: Stage, count: number) => {
  const file = `${stage.service.dataDir}/reference.db`;
  const [source, log] = [
    await openEventLog(`sqlite:${stage.events}`),
    await openEventLog(`sqlite:${file}`),
  ];
  const body = { userId: stage.nextUser(), symbol: 'AAPL', amount: 10, side: 'buy' };
  const placed = await stage.client.post('/v1/orders', { ...body, externalId: randomUUID() });
  const [event] = await source.read(`order-${String(placed.body['id'])}`);
  if (event === undefined) throw new Error('the order has no event');
  await source.close();
  const { type, data, metadata } = event;
  const perSecond = async () => {
    const beganMs = performance.now();
    for (let n = 0; n < count; n++) {
      const id = randomUUID();
      await log.append(`order-${id}`, 'no_stream', [{ id, type, data, metadata }]);
    }
    return count / ((performance.now() - beganMs) / 1_000);
  };
  const close = async () => {
    await log.close();
    rmSync(file, { force: true });
  };
  return { perSecond, close };
};

export const orders = benchOf(ORDER);
export const funding = benchOf(DEPOSIT);
