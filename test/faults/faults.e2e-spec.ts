import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue } from './catalogue.js';
import { Random } from './random.js';
import { Rig } from './rig.js';

const seed = Math.floor(Math.random() * 2 ** 31);
let rig: Rig;

beforeAll(async () => {
  console.log(`faults drawn from seed ${seed}`);
  rig = await Rig.open(new Random(seed));
}, 240_000);

afterAll(() => rig.close(), 30_000);

describe('nothing is lost, nothing is done twice by', () => {
  it.each(catalogue.map((fault) => [fault.id, fault.title, fault] as const))(
    '%s: %s',
    async (_id, _title, fault) => {
      await rig.suffer(fault, 'short');
      expect((await rig.settle()).violations).toEqual([]);
    },
    300_000,
  );
});
