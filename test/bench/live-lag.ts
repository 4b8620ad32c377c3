import { randomUUID } from 'node:crypto';
import { pause } from '#kernel/concurrency/pause.js';
import type { ReadStore } from '#read-models/read-store.js';
import type { Form } from './bench.js';
import { type Row, median, rowOf } from './row.js';
import type { Stage } from './fixture.js';

const EVERY_MS = 50;
const LOOK_MS = 5;
const VISIBLE_WITHIN_MS = 60_000;

/**
 * An operator's rebuild of all read models while users go on being registered, some twenty a second:
 * from the answer to a registration until the served list counts it.
 */
export const lagWhileRebuilding = async (
  form: Form,
  stage: Stage,
  store: ReadStore,
): Promise<Row[]> => {
  stage.goOn('projector');
  await lagsWhile(stage, async () => false, 20);
  const beganMs = performance.now();
  const request = await store.requestRebuild();
  const isUnderWay = async () => (await store.sets()).active?.request !== request;
  const lagsMs = await lagsWhile(stage, isUnderWay, 0);
  const tookS = ((performance.now() - beganMs) / 1_000).toFixed(1);
  form.say(`${lagsMs.length} registrations while all was rebuilt in ${tookS} s`);
  form.say(
    `lag: median ${median(lagsMs).toFixed(0)} ms, most ${Math.max(...lagsMs).toFixed(0)} ms`,
  );
  const name = 'rebuild: the latest list meanwhile';
  return [rowOf({ name, unit: 'ms', measured: [Math.max(...lagsMs)], goal: { atMost: 1_000 } })];
};

/** One registration after the other, at least so many of them. */
const lagsWhile = async (
  { client }: Stage,
  goesOn: () => Promise<boolean>,
  atLeast: number,
): Promise<number[]> => {
  const total = async () => {
    const { body } = await client.get('/v1/users?limit=1');
    return (body['metadata'] as { total: number }).total;
  };
  const lagsMs: number[] = [];
  let known = await total();
  while (lagsMs.length < atLeast || (await goesOn())) {
    const { status } = await client.post('/v1/user', {
      ...{ name: 'Ada', familyName: 'Lovelace', countryCode: 'USA' },
      email: `${randomUUID()}@users.example`,
      externalId: randomUUID(),
    });
    if (status !== 201) throw new Error(`a registration is ${status}`);
    const answeredMs = performance.now();
    known += 1;
    while ((await total()) < known) {
      if (performance.now() > answeredMs + VISIBLE_WITHIN_MS) throw new Error('it is never listed');
      await pause(LOOK_MS);
    }
    lagsMs.push(performance.now() - answeredMs);
    await pause(EVERY_MS);
  }
  return lagsMs;
};
