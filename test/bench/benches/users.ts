import { Crowd } from '../concurrent-users.js';
import type { Bench } from '../bench.js';
import { type Row, median, rowOf } from '../row.js';
import { Stage } from '../fixture.js';

const [USERS, QUICK_USERS] = [1_000_200, 10_200];
const [OFFSETS, QUICK_OFFSETS] = [
  [0, 10_000, 1_000_000],
  [0, 1_000, 10_000],
];
const [FILTERED, QUICK_FILTERED] = [100_000, 10_000];
const REQUESTS = 100;
/** A page of a hundred has more. */
const PAGE_LENGTH_MIN = 10_000;
const WITHIN_MS = 900_000;
const GOAL = { atMost: 2 };
const FILTERED_GOAL = { atMost: 50 };

/** A page of the list far from its beginning, to the first page; and one of a filtered list. */
export const users: Bench = {
  name: 'users',
  async run(form) {
    const stage = await Stage.open(1);
    try {
      stage.pause('worker', 'sandbox');
      const count = form.quick ? QUICK_USERS : USERS;
      Crowd.of(stage, "stream LIKE 'user-%' AND revision = 0").append(count);
      const isWhole = ({ metadata }: Record<string, unknown>) =>
        (metadata as { total: number }).total > count;
      await stage.client.until('/v1/users?limit=1', isWhole, WITHIN_MS);
      form.say(`${count} users are listed`);
      const offsets = form.quick ? QUICK_OFFSETS : OFFSETS;
      const filtered = form.quick ? QUICK_FILTERED : FILTERED;
      const queries = [
        ...offsets.map((offset) => `limit=100&offset=${offset}`),
        `status=pending&limit=100&offset=${filtered}`,
      ];
      const took = queries.map((): number[] => []);
      for (let round = 0; round <= form.rounds; round++)
        for (const [i, ms] of (await pages(stage, queries)).entries())
          if (round > 0) took[i]?.push(ms);
      const name = `users: pending, offset ${filtered}`;
      return [
        ...offsets.map((offset, i) => rowAt(offset, took[i] ?? [], took[0] ?? [])),
        rowOf({ name, unit: 'ms', measured: took.at(-1) ?? [], goal: FILTERED_GOAL }),
      ];
    } finally {
      await stage.close();
    }
  },
};

/** The median of each query; all of them in turn. */
const pages = async (stage: Stage, queries: readonly string[]): Promise<number[]> => {
  const took = queries.map((): number[] => []);
  for (let n = 0; n < REQUESTS; n++)
    for (const [i, query] of queries.entries()) {
      const beganMs = performance.now();
      const { status, text } = await stage.client.text(`/v1/users?${query}`, {});
      if (status !== 200 || text.length < PAGE_LENGTH_MIN)
        throw new Error(`${query} is ${status}, ${text.length} characters`);
      took[i]?.push(performance.now() - beganMs);
    }
  return took.map(median);
};

const rowAt = (offset: number, measured: readonly number[], reference: readonly number[]): Row =>
  rowOf({ name: `users: offset ${offset}`, unit: 'ms', measured, reference, goal: GOAL });
