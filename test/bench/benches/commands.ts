import { randomUUID } from 'node:crypto';
import { type Bench, type Form, alternating } from '../bench.js';
import { answeredPerSecond } from '../http-load.js';
import { Crowd } from '../crowd.js';
import { type Row, rowOf } from '../row.js';
import { singleAppends } from '../single-appends.js';
import { Stage } from '../stage.js';

const CONNECTIONS = 64;
const [USERS, QUICK_USERS] = [64, 24];
const [REQUESTS, QUICK_REQUESTS] = [3_000, 1_500];
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
  stage.pause('worker', 'projector', 'sandbox');
  const commands = () => commandsPerSecond(stage, command, form);
  const appends = await singleAppends(stage, form.quick ? QUICK_APPENDS : APPENDS);
  try {
    const rounds = await alternating(form, commands, appends.perSecond);
    return rowOf({ name: command.name, unit: '/s', ...rounds, goal: { atLeast: 0.6 } });
  } finally {
    await appends.close();
  }
};

/** So many a second over 64 connections. */
const commandsPerSecond = (stage: Stage, command: Command, form: Form): Promise<number> =>
  answeredPerSecond({
    ...{ url: stage.service.api, connections: CONNECTIONS },
    headers: { ...stage.client.headers, 'content-type': 'application/json' },
    amount: form.quick ? QUICK_REQUESTS : REQUESTS,
    next: () => ({ path: command.path, body: JSON.stringify(command.body(stage)) }),
  });

const [SIZES, QUICK_SIZES] = [
  [10_000, 100_000, 1_000_000],
  [5_000, 50_000],
];

/** What an order costs in a long log to what it costs in a short one; each beside single appends. */
export const growth: Bench = {
  name: 'growth',
  async run(form) {
    const stage = await Stage.open(form.quick ? QUICK_USERS : USERS);
    stage.pause('worker', 'projector', 'sandbox');
    const appends = await singleAppends(stage, form.quick ? QUICK_APPENDS : APPENDS);
    try {
      const crowd = Crowd.of(stage);
      const costs: number[][] = [];
      for (const [i, size] of (form.quick ? QUICK_SIZES : SIZES).entries()) {
        crowd.append(size - (i === 0 ? 0 : (form.quick ? QUICK_SIZES : SIZES)[i - 1]!));
        form.say(`${size} events`);
        const orders = () => commandsPerSecond(stage, ORDER, form);
        const { measured, reference } = await alternating(form, orders, appends.perSecond);
        costs.push(measured.map((perSecond, round) => reference[round]! / perSecond));
      }
      const [short = [], ...longer] = costs;
      return longer.map((long, i) =>
        rowOf({
          name: `growth: ${(form.quick ? QUICK_SIZES : SIZES)[i + 1]} events`,
          unit: 'appends',
          measured: long,
          reference: short,
          goal: { atMost: 1.1 },
        }),
      );
    } finally {
      await appends.close();
      await stage.close();
    }
  },
};

export const orders = benchOf(ORDER);
export const funding = benchOf(DEPOSIT);
