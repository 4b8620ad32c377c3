import { randomUUID } from 'node:crypto';
import { type Bench, type Form, alternating } from '../bench.js';
import { answeredPerSecond } from '../http-load.js';
import { ended, runTypeScript } from '../../support/typescript-child/typescript-child.js';
import type { Json } from '../../support/service.js';
import { type Row, rowOf } from '../row.js';
import { Stage } from '../stage.js';

const CONNECTIONS = 64;
const [REQUESTS, QUICK_REQUESTS] = [8_000, 4_000];
const GOAL = { atLeast: 0.5 };

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
      stage.pause('worker', 'projector', 'sandbox');
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

const measure = async (form: Form, name: string, stage: Stage, path: string, empty: string) => {
  const amount = form.quick ? QUICK_REQUESTS : REQUESTS;
  const ask = (url: string) => () =>
    answeredPerSecond({ url, headers: stage.client.headers, connections: CONNECTIONS, amount });
  const rounds = await alternating(form, ask(`${stage.service.api}${path}`), ask(empty));
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
