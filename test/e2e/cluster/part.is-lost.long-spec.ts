import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { HARMS, Trial } from '../../cluster/faults/trial.js';

/** `npm run long -- cluster-faults` injects each fault for 10 s. */
const FOR_MS = 2_000;
const RATE_PER_S = 4;

let trial: Trial;

beforeAll(async () => {
  trial = await Trial.open({ seed: 1, ratePerS: RATE_PER_S });
});
afterAll(async () => {
  await trial.close();
});

it('keeps each effect once while PostgreSQL is killed, stopped, cut off and replaced', async () => {
  const postgres = trial.parts.find(({ name }) => name === 'postgres')!;
  for (const harm of HARMS) console.info(await trial.inject(postgres, harm, FOR_MS));
  console.info(await trial.replacePrimary(FOR_MS));
  expect((await trial.settle()).violations).toEqual([]);
  expect(trial.tooSlow).toEqual([]);
});
