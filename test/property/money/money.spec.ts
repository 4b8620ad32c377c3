import { afterEach, beforeEach, describe, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { FIRM } from '../../support/sandbox.js';
import { runsOf } from '../runs.js';
import { checkQuiet } from './invariants.js';
import { type Change, type Request, type Trouble, World, toCents } from './world.js';

/** `MONEY_RUNS=1000` for the long run, `MONEY_SEED=…` to repeat one. */
const RUN = runsOf('MONEY', 20);
const TIMEOUT_MS = 30 * 60_000 + RUN.numRuns * 10_000;

const is = <Name extends Request['do']>(...names: Name[]) => ({ do: fc.constantFrom(...names) });
const user = fc.nat(1);
const which = fc.nat(9);
const percent = fc.integer({ min: 1, max: 100 });
/** Amounts that end in .13 are rejected. */
const amountCents = fc.oneof(
  fc.integer({ min: 2_00, max: 900_00 }),
  fc.constantFrom(2_00, 100_00, 250_13),
);

const request: fc.Arbitrary<Request> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ ...is('deposit'), user, amountCents }) },
  { weight: 6, arbitrary: fc.record({ ...is('withdraw'), user, amountCents }) },
  { weight: 4, arbitrary: fc.record({ ...is('buy'), user, amountCents }) },
  { weight: 3, arbitrary: fc.record({ ...is('sell'), user, percent }) },
  { weight: 1, arbitrary: fc.record(is('cut-off')) },
);

const change: fc.Arbitrary<Change> = fc.record({
  do: fc.constantFrom('reverse', 'return', 'return', 'correct', 'bust', 'next-day'),
  ...{ which, percent },
  names: fc.constantFrom('transaction', 'journal'),
  isHeard: fc.boolean(),
});

const SENDS = ['POST /v1/journals', 'POST /v1/trading/accounts', 'GET /v1/journals'];
const MODES = ['reset', 'status:500', 'html-200', 'broken-json'];
const fault = fc.record({
  match: fc.constantFrom(...SENDS),
  mode: fc.constantFrom(...MODES, ...MODES.slice(0, 3).map((mode) => `execute-then-${mode}`)),
});
const death = fc.record({ append: fc.integer({ min: 1, max: 8 }), written: fc.boolean() });
const trouble: fc.Arbitrary<Trouble> = fc.record({
  fault: fc.option(fault, { freq: 2 }),
  death: fc.option(death, { freq: 2 }),
});

const round = fc.record({
  requests: fc.array(request, { minLength: 1, maxLength: 5 }),
  trouble,
  changes: fc.array(change, { maxLength: 3 }),
});

let aheadMs = 0;
beforeEach(() => {
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
});
afterEach(() => {
  jest.restoreAllMocks();
});

type Round = { requests: Request[]; trouble: Trouble; changes: Change[] };
const live = async (rounds: readonly Round[]): Promise<void> => {
  const world = await World.open((ms) => (aheadMs += ms));
  try {
    const firmAtFirst = toCents((await world.ledger).balances[FIRM] ?? '');
    for (const { requests, trouble, changes } of rounds) {
      await world.round(requests, trouble);
      await checkQuiet(world, firmAtFirst);
      if (changes.length === 0) continue;
      await world.change(changes);
      await checkQuiet(world, firmAtFirst);
    }
  } finally {
    await world.close();
  }
};

describe('the money of two users', () => {
  it(
    `agrees with the broker's and the log's ledger after random trouble (${RUN.numRuns} runs, seed ${RUN.seed})`,
    async () => {
      console.log(`money: ${RUN.numRuns} runs, seed ${RUN.seed}`);
      const rounds = fc.array(round, { minLength: 1, maxLength: 5 });
      await fc.assert(fc.asyncProperty(rounds, live), RUN);
    },
    TIMEOUT_MS,
  );
});
