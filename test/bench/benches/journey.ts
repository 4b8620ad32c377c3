import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import type { Bench } from '../bench.js';
import { headOf, untilRecorded } from '../complete.js';
import { answeredPerSecond, sendEvenly } from '../http-load.js';
import { percentile, rowOf } from '../row.js';
import { Stage } from '../fixture.js';

const USERS = 16;
const [BURST, QUICK_BURST] = [1_500, 400];
const [SECONDS, QUICK_SECONDS] = [15, 5];
const CONNECTIONS = 16;

/**
 * From the moment an order is accepted until the broker has it, as the log tells: at half of what
 * the whole service can carry, which a burst of orders finds out before each round, for the machine
 * is not equally fast all the time. They come one every so often.
 */
export const journey: Bench = {
  name: 'journey',
  async run({ quick, rounds, say }) {
    const stage = await Stage.open(USERS);
    try {
      await stage.fund('50000.00');
      const [p50s, p99s]: [number[], number[]] = [[], []];
      for (let round = 1; round <= rounds; round++) {
        const perSecond = await greatestLoad(stage, quick ? QUICK_BURST : BURST);
        say(`round ${round} of ${rounds}: ${Math.round(perSecond)} orders a second are carried`);
        const took = await steadily(stage, perSecond / 2, quick ? QUICK_SECONDS : SECONDS);
        p50s.push(percentile(took, 0.5));
        p99s.push(percentile(took, 0.99));
        say(`at half of them: p50 ${p50s.at(-1)} ms, p99 ${p99s.at(-1)} ms`);
      }
      const unit = 'ms';
      return [
        rowOf({ name: 'journey: p50', unit, measured: p50s, goal: { atMost: 20 } }),
        rowOf({ name: 'journey: p99', unit, measured: p99s, goal: { atMost: 100 } }),
      ];
    } finally {
      await stage.close();
    }
  },
};

const ordersOf = (stage: Stage, amount: number) => ({
  ...{ url: stage.service.api, connections: CONNECTIONS, amount },
  headers: { ...stage.client.headers, 'content-type': 'application/json' },
  next: () => ({
    path: '/v1/orders',
    body: JSON.stringify({
      ...{ userId: stage.nextUser(), symbol: 'AAPL', amount: 1, side: 'buy' },
      externalId: randomUUID(),
    }),
  }),
});

/** An order is carried when all that it calls for is done: only so much can be borne for long. */
const greatestLoad = async (stage: Stage, amount: number): Promise<number> => {
  const before = headOf(stage.events);
  const beganMs = performance.now();
  await answeredPerSecond(ordersOf(stage, amount));
  await untilRecorded(stage.events, 'OrderFilled', before, amount);
  return amount / ((performance.now() - beganMs) / 1_000);
};

const steadily = async (stage: Stage, perSecond: number, seconds: number): Promise<number[]> => {
  const before = headOf(stage.events);
  const amount = Math.ceil(perSecond * seconds);
  await sendEvenly(ordersOf(stage, amount), perSecond);
  await untilRecorded(stage.events, 'OrderFilled', before, amount);
  return tookMs(stage, before);
};

type Step = { readonly stream: string; readonly type: string; readonly metadata: string };

/** Of each order that reached the broker, by the clock of whoever appended. */
const tookMs = (stage: Stage, after: number): number[] => {
  const db = new Database(stage.events, { readonly: true });
  const steps = db
    .prepare<[number], Step>(
      `SELECT stream, type, metadata FROM events
       WHERE position > ? AND type IN ('OrderRequested', 'OrderAccepted')`,
    )
    .all(after);
  db.close();
  const placedAt = new Map<string, number>();
  return steps.flatMap(({ stream, type, metadata }) => {
    const atMs = Date.parse((JSON.parse(metadata) as { at: string }).at);
    if (type === 'OrderRequested') placedAt.set(stream, atMs);
    const placedAtMs = placedAt.get(stream);
    return type === 'OrderRequested' || placedAtMs === undefined ? [] : [atMs - placedAtMs];
  });
};
