import { openEventLog } from '#event-log/open-event-log.js';
import type { Bench } from '../bench.js';
import { fillStore } from '../../support/filled-store.js';
import { median, rowOf } from '../row.js';
import { Stage } from '../fixture.js';
import { LongLog } from '../totals/long-log.js';

const [SIZES, QUICK_SIZES] = [
  [100, 10_000, 1_000_000],
  [100, 10_000],
];
const REQUESTS = 500;

/** The totals of large periods to those of a small one. */
export const totals: Bench = {
  name: 'totals',
  async run(form) {
    const sizes = form.quick ? QUICK_SIZES : SIZES;
    const stage = await Stage.open(0);
    try {
      const ids = await fill(stage, sizes);
      form.say(`periods of ${sizes.join(', ')} deposits are filled`);
      const took = ids.map((): number[] => []);
      for (let round = 0; round <= form.rounds; round++)
        for (const [i, ms] of (await readAll(stage, ids)).entries())
          if (round > 0) took[i]?.push(ms);
      return sizes.map((size, i) =>
        rowOf({
          ...{ name: `totals: ${size} deposits`, unit: 'ms' },
          measured: took[i] ?? [],
          reference: took[0] ?? [],
          goal: { atMost: 1.2 },
        }),
      );
    } finally {
      await stage.close();
    }
  },
};

/** Fills the read model of the first partner as the projector does. */
const fill = async (stage: Stage, sizes: readonly number[]): Promise<readonly string[]> => {
  stage.pause('projector', 'worker', 'sandbox');
  const { demo, stores } = stage.service;
  const log = await openEventLog(stores.EVENT_STORE_URL);
  const [created] = await log.read(`partner-${demo.partner.id}`);
  await log.close();
  if (created === undefined) throw new Error('the partner has no stream');
  const long = new LongLog(created, sizes);
  await fillStore(stage.service.readModels, long);
  return long.periodIds;
};

/** The median of each period; all periods in turn. */
const readAll = async (stage: Stage, ids: readonly string[]): Promise<number[]> => {
  const took = ids.map((): number[] => []);
  for (let n = 0; n < REQUESTS; n++)
    for (const [i, id] of ids.entries()) {
      const beganMs = performance.now();
      const { status } = await stage.client.text(`/v1/settlements/${id}`, {});
      if (status !== 200) throw new Error(`the period ${id} is ${status}`);
      took[i]?.push(performance.now() - beganMs);
    }
  return took.map(median);
};
