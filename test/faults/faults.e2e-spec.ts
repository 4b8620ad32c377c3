import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue } from './catalogue.js';
import { suffer } from './fault.js';
import { Random } from './random.js';
import { Rig } from './rig.js';
import { settle, shown } from './settle.js';

/** The quickest of each kind of harm; `npm run faults -- --short` tries them all. */
const TRIED = ['F2', 'F4', 'F10', 'F15', 'F17', 'F20'];
const SEED = 1;
const faults = catalogue.filter(({ id }) => TRIED.includes(id));
let rig: Rig;

beforeAll(async () => {
  rig = await Rig.open(new Random(SEED));
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
