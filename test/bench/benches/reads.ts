import { randomUUID } from 'node:crypto';
import { type Bench, type Form, alternating } from '../bench.js';
import { complete, headOf } from '../complete.js';
import { answeredPerSecond } from '../http-load.js';
import { ended, runTypeScript } from '../../support/typescript-child/typescript-child.js';
import type { Json } from '../../support/service.js';
import { type Row, rowOf } from '../row.js';
import { Stage } from '../stage.js';

const CONNECTIONS = 64;
const [REQUESTS, QUICK_REQUESTS] = [8_000, 3_000];
/** An empty route is about so many times as fast, and both sides should last alike. */
const EMPTY_TIMES = 3;
const GOAL = { atLeast: 0.5 };
const CAUGHT_UP_MS = 30_000;

/** Single objects by id, to an empty Fastify route that checks the same token. */
export const reads: Bench = {
  name: 'reads',
  async run(form) {
    const stage = await Stage.open(1);
    const route = await emptyRoute(stage);
    try {
      await stage.fund('100.00');
      const [userId] = stage.userIds;
      const order = { userId, symbol: 'AAPL', amount: 10, side: 'buy', externalId: randomUUID() };
      const { body } = await stage.client.post('/v1/orders', order);
      const orderPath = `/v1/orders/${String(body['id'])}`;
      const isFilled = ({ status }: Json) => status === 'filled';
      if (!isFilled(await stage.client.until(orderPath, isFilled)))
        throw new Error('the order was not filled');
      await becomeQuiet(stage);
      const rows: Row[] = [];
      for (const [name, path] of [
        ['reads: order', orderPath],
        ['reads: user', `/v1/users/${userId}`],
      ] as const)
        rows.push(await measure(form, name, stage, path, route.url));
      return rows;
    } finally {
      await route.close();
      await stage.close();
    }
  },
};

/** What the projector has not seen yet would be read from the log. */
const becomeQuiet = async (stage: Stage): Promise<void> => {
  stage.pause('worker', 'sandbox');
  const store = await stage.readStore();
  await complete(store, headOf(stage.events), CAUGHT_UP_MS);
  await store.engine.close();
  stage.pause('projector');
};

const measure = async (form: Form, name: string, stage: Stage, path: string, empty: string) => {
  const amount = form.quick ? QUICK_REQUESTS : REQUESTS;
  const { headers } = stage.client;
  const ask = (url: string, times: number) => () =>
    answeredPerSecond({ url, headers, connections: CONNECTIONS, amount: amount * times });
  const read = ask(`${stage.service.api}${path}`, 1);
  const rounds = await alternating(form, read, ask(empty, EMPTY_TIMES));
  return rowOf({ name, unit: '/s', ...rounds, goal: GOAL });
};

const emptyRoute = async (stage: Stage) => {
  const child = runTypeScript(
    new URL('../empty-route.ts', import.meta.url),
    `${stage.service.api}/.well-known/jwks.json`,
  );
  const [line] = (await new Promise<Buffer>((done) => child.stdout.once('data', done)))
    .toString()
    .split('\n');
  const close = async () => {
    child.kill('SIGTERM');
    await ended(child);
  };
  return { url: line ?? '', close };
};
