import { randomUUID } from 'node:crypto';
import { type Bench, type Form, alternating } from '../bench.js';
import { besideEarlier } from '../beside-earlier.js';
import { answeredPerSecond } from '../http-load.js';
import { Crowd } from '../concurrent-users.js';
import { type Row, rowOf } from '../row.js';
import { singleAppends } from '../single-appends.js';
import { Stage } from '../fixture.js';

const CONNECTIONS = 64;
const [USERS, QUICK_USERS] = [64, 24];
const [REQUESTS, QUICK_REQUESTS] = [3_000, 1_500];
const [APPENDS, QUICK_APPENDS] = [3_000, 1_000];
const GOAL_BESIDE = { atLeast: 0.97 };

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
 * same size and, when asked, to the same commands of an earlier version. The api has the machine for
 * itself and its stores; what follows a command is measured elsewhere.
 */
const benchOf = (command: Command): Bench => ({
  name: command.name,
  async run(form) {
    const open = async (folder?: string) => {
      const stage = await Stage.open(form.quick ? QUICK_USERS : USERS, {}, folder);
      stage.pause('worker', 'projector', 'sandbox');
      return { stage };
    };
    const perSecond = ({ stage }: { readonly stage: Stage }) =>
      commandsPerSecond(stage, command, form);
    const question = { name: command.name, goal: GOAL_BESIDE, ask: perSecond };
    const { stage } = await open();
    const rows: Row[] = [];
    try {
      rows.push(await measure(stage, command, form));
    } finally {
      await stage.close();
    }
    return [...rows, ...(await besideEarlier(form, open, [question]))];
  },
});

const measure = async (stage: Stage, command: Command, form: Form): Promise<Row> => {
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

const [SHORT, QUICK_SHORT] = [10_000, 5_000];
const [LONGER, QUICK_LONGER] = [[100_000, 1_000_000], [50_000]];

/** What an order costs in a long log to what it costs in a short one: two services in turn. */
export const growth: Bench = {
  name: 'growth',
  async run(form) {
    const rows: Row[] = [];
    for (const events of form.quick ? QUICK_LONGER : LONGER) {
      form.say(`${events} events`);
      rows.push(await grownTo(events, form));
    }
    return rows;
  },
};

const grownTo = async (events: number, form: Form): Promise<Row> => {
  const stages: Stage[] = [];
  const costOfOneAfter = async (size: number) => {
    const stage = await Stage.open(form.quick ? QUICK_USERS : USERS);
    stages.push(stage);
    stage.pause('worker', 'projector', 'sandbox');
    Crowd.of(stage).append(size);
    return async () => 1_000 / (await commandsPerSecond(stage, ORDER, form));
  };
  try {
    const long = await costOfOneAfter(events);
    const short = await costOfOneAfter(form.quick ? QUICK_SHORT : SHORT);
    const costs = await alternating(form, long, short);
    return rowOf({ name: `growth: ${events} events`, unit: 'ms', ...costs, goal: { atMost: 1.1 } });
  } finally {
    await Promise.all(stages.map((stage) => stage.close()));
  }
};

export const orders = benchOf(ORDER);
export const funding = benchOf(DEPOSIT);
