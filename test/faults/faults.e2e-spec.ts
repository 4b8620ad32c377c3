import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LONG } from '../support/long.js';
import { catalogue } from './catalogue.js';
import { injectFault } from './fault.js';
import { Random } from './random.js';
import { FaultHarness } from './fault-harness.js';
import { settle, shown } from './settle.js';

/** The fastest fault of each kind. `npm run long -- faults` runs all faults. */
const TRIED = LONG ? ['F2', 'F4', 'F10', 'F15', 'F17', 'F20'] : ['F2'];
const SEED = 1;
const faults = catalogue.filter(({ id }) => TRIED.includes(id));
let harness: FaultHarness;

beforeAll(async () => {
  harness = await FaultHarness.open(new Random(SEED));
});

afterAll(() => harness.close());

describe('effects are neither lost nor repeated by', () => {
  it.each(faults.map((fault) => [fault.id, fault.title, fault] as const))(
    '%s: %s',
    async (_id, _title, fault) => {
      await injectFault(harness, fault, 'short');
      expect(shown((await settle(harness)).violations)).toEqual([]);
    },
  );
});
