import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LONG } from '../support/long.js';
import { catalogue } from './catalogue.js';
import { suffer } from './fault.js';
import { Random } from './random.js';
import { FaultHarness } from './fault-harness.js';
import { settle, shown } from './settle.js';

/** The quickest of each kind of fault. `npm run long -- faults` tries them all. */
const TRIED = LONG ? ['F2', 'F4', 'F10', 'F15', 'F17', 'F20'] : ['F2'];
const SEED = 1;
const faults = catalogue.filter(({ id }) => TRIED.includes(id));
let rig: FaultHarness;

beforeAll(async () => {
  rig = await FaultHarness.open(new Random(SEED));
});

afterAll(() => rig.close());

describe('nothing is lost, nothing is done twice by', () => {
  it.each(faults.map((fault) => [fault.id, fault.title, fault] as const))(
    '%s: %s',
    async (_id, _title, fault) => {
      await suffer(rig, fault, 'short');
      expect(shown((await settle(rig)).violations)).toEqual([]);
    },
  );
});
