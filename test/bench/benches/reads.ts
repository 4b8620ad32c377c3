import { randomUUID } from 'node:crypto';
import { pause } from '#kernel/concurrency/pause.js';
import { type Bench, type Form, alternating } from '../bench.js';
import { besideEarlier } from '../beside-earlier.js';
import { answeredPerSecond } from '../http-load.js';
import { ended, runTypeScript } from '../../support/typescript-child/typescript-child.js';
import type { Json } from '../../support/service.js';
import { type Row, rowOf } from '../row.js';
import { Stage } from '../fixture.js';

const CONNECTIONS = 64;
/** Somebody who waits for each answer before he asks again takes so many times as long. */
const ALONE_TIMES = 0.25;
const [REQUESTS, QUICK_REQUESTS] = [8_000, 3_000];
/** An empty route is about so many times as fast, and both sides should last alike. */
const EMPTY_TIMES = 3;
const GOAL = { atLeast: 0.5 };
const GOAL_BESIDE = { atLeast: 1.3 };
/** Read models trail by less, in any version. */
const TRAILING_MS = 2_000;

/**
 * Single objects by id, to an empty Fastify route that checks the same token and, when asked, to
 * the same reads of an earlier version.
 */
export const reads: Bench = {
  name: 'reads',
  async run(form) {
    const rows: Row[] = [];
    const ours = await openSide();
    try {
      const route = await emptyRoute(ours.stage);
      try {
        for (const what of WHAT)
          rows.push(await measure(form, `reads: ${what}`, asking(form, ours, what), route.url));
      } finally {
        await route.close();
      }
    } finally {
      await ours.stage.close();
    }
    const questions = WHAT.flatMap((what) =>
      [CONNECTIONS, 1].map((connections) => ({
        name: `reads: ${what}, ${connections} at once`,
        goal: GOAL_BESIDE,
        ask: (side: Side) => asking(form, side, what)(undefined, timesOf(connections), connections),
      })),
    );
    return [...rows, ...(await besideEarlier(form, openSide, questions))];
  },
};

const timesOf = (connections: number): number => (connections === 1 ? ALONE_TIMES : 1);

const WHAT = ['order', 'user'] as const;
type What = (typeof WHAT)[number];
type Side = { readonly stage: Stage; readonly paths: Readonly<Record<What, string>> };

/** A service with a user and a filled order, in which nothing goes on any more. */
const openSide = async (folder?: string): Promise<Side> => {
  const stage = await Stage.open(1, {}, folder);
  try {
    return { stage, paths: await prepare(stage) };
  } catch (error) {
    await stage.close();
    throw error;
  }
};

const prepare = async (stage: Stage): Promise<Side['paths']> => {
  const [userId = ''] = stage.userIds;
  await stage.fund('100.00');
  const order = { userId, symbol: 'AAPL', amount: 10, side: 'buy', externalId: randomUUID() };
  const { body } = await stage.client.post('/v1/orders', order);
  const made = `/v1/orders/${String(body['id'])}`;
  const isFilled = ({ status }: Json) => status === 'filled';
  if (!isFilled(await stage.client.until(made, isFilled)))
    throw new Error('the order was not filled');
  stage.pause('worker', 'sandbox');
  // An earlier version reads from the log what its projector has not seen yet.
  await pause(TRAILING_MS);
  stage.pause('projector');
  return { order: made, user: `/v1/users/${userId}` };
};

const asking = (form: Form, { stage, paths }: Side, what: What) => {
  const { headers } = stage.client;
  const amount = form.quick ? QUICK_REQUESTS : REQUESTS;
  return (url = `${stage.service.api}${paths[what]}`, times = 1, connections = CONNECTIONS) =>
    answeredPerSecond({ url, headers, connections, amount: amount * times });
};

const measure = async (
  form: Form,
  name: string,
  ask: ReturnType<typeof asking>,
  empty: string,
): Promise<Row> => {
  const rounds = await alternating(
    form,
    () => ask(),
    () => ask(empty, EMPTY_TIMES),
  );
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
