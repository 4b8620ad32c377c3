import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Schedule } from '../../../libs/settlement/src/schedule/schedule.js';
import { runsOf } from '../runs.js';
import { type Closed, checkPartner, checkRecorded } from './invariants.js';
import { type Step, World } from './world.js';

/** `SETTLEMENT_RUNS=10000` for the long run, `SETTLEMENT_SEED=…` to repeat one. */
const RUN = runsOf('SETTLEMENT', 150);
const TIMEOUT_MS = 30 * 60_000 + RUN.numRuns * 1_000;

const partner = fc.nat(2);
const which = fc.nat(50);
const amount = fc.oneof(fc.integer({ min: 1, max: 50_000_00 }), fc.constantFrom(1, 100, 100_00));
const commission = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 500_00 }));
const reference = fc.nat(4);

const schedule: fc.Arbitrary<Schedule> = fc
  .record({
    zone: fc.constantFrom('UTC', 'America/New_York', 'Africa/Cairo', 'Pacific/Chatham'),
    cutOff: fc.constantFrom('00:00', '02:30', '17:00', '23:59'),
    rhythm: fc.constantFrom<Pick<Schedule, 'every' | 'on'>>(
      { every: 'day', on: null },
      { every: 'week', on: 'fri' },
      { every: 'week', on: 'sun' },
      { every: 'month', on: '15' },
      { every: 'month', on: 'last' },
    ),
    dueDays: fc.nat(4),
  })
  .map(({ rhythm, ...rest }) => ({ ...rest, ...rhythm }));

const is = <Name extends Step['do']>(name: Name) => ({ do: fc.constant(name) });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ ...is('deposit'), partner, amount, fee: fc.nat(5_00) }) },
  { weight: 4, arbitrary: fc.record({ ...is('withdraw'), partner, amount, fee: fc.nat(5_00) }) },
  { weight: 8, arbitrary: fc.record({ ...is('complete'), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      ...is('order'),
      ...{ partner, amount: commission, isCollected: fc.boolean() },
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...is('correct-order'),
      ...{ which, amount: commission, isOpen: fc.boolean() },
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...is('fail'), which }) },
  { weight: 2, arbitrary: fc.record({ ...is('reverse-deposit'), which }) },
  { weight: 3, arbitrary: fc.record({ ...is('cut-off'), partner }) },
  { weight: 4, arbitrary: fc.record({ ...is('close'), partner }) },
  { weight: 1, arbitrary: fc.record({ ...is('overdue'), partner }) },
  { weight: 1, arbitrary: fc.record({ ...is('schedule'), partner, schedule }) },
  { weight: 4, arbitrary: fc.record({ ...is('pay'), partner, reference, amount }) },
  { weight: 3, arbitrary: fc.record({ ...is('pay-out'), partner, reference, amount }) },
  { weight: 1, arbitrary: fc.record({ ...is('reverse-transfer'), partner, reference }) },
  {
    weight: 3,
    arbitrary: fc.record({ ...is('wait'), minutes: fc.integer({ min: 1, max: 3_000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ ...is('wait'), minutes: fc.constant(15_000) }) },
  { weight: 5, arbitrary: fc.record({ ...is('project'), events: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record(is('rebuild')) },
  { weight: 2, arbitrary: fc.record({ ...is('lose'), change: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...is('die'),
      append: fc.integer({ min: 1, max: 3 }),
      written: fc.boolean(),
    }),
  },
);

/** Takes the steps, checks on the way once and at the end. */
const live = async (steps: readonly Step[], lookAt: number): Promise<void> => {
  const world = new World(3);
  await world.begin();
  const closed: Closed = new Map();
  const check = async () => {
    await world.catchUp();
    for (const partnerId of world.partnerIds) await checkPartner(world, partnerId, closed);
  };
  for (const [i, each] of steps.entries()) {
    await world.take(each);
    if (i === lookAt) await check();
  }
  await world.settleDown();
  await check();
  await checkRecorded(world);
  for (const partnerId of world.partnerIds)
    expect((await world.book(partnerId)).state.closing).toEqual([]);
};

describe('settlement, whatever happens', () => {
  it(
    `keeps its books (${RUN.numRuns} sequences, seed ${RUN.seed})`,
    async () => {
      console.log(`settlement: ${RUN.numRuns} sequences, seed ${RUN.seed}`);
      const sequences = fc.array(step, { minLength: 5, maxLength: 60, size: 'max' });
      const property = fc.asyncProperty(sequences, fc.nat(60), live);
      await fc.assert(property, RUN);
    },
    TIMEOUT_MS,
  );
});
