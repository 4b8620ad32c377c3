import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { creditedCents } from '../../../libs/funding/src/deposit/settle-credits.decide.js';
import { lineOf } from '../../../libs/settlement/src/settlement-periods/line.js';
import { runsOf } from '../runs.js';
import { type Step, World } from './world.js';

/** `JOURNALS_RUNS=20000` for the long run, `JOURNALS_SEED=…` to repeat one. */
const RUN = runsOf('JOURNALS', 400);
const [NET, FEE] = [98_50, 1_50];

const n = fc.nat(9);
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom(
    ...(['make', 'make', 'become', 'become', 'become', 'read', 'read'] as const),
    ...(['respond', 'reject', 'unseen', 'assign', 'adjust'] as const),
  ),
  n,
  /** As a number of bits, the journals in a list. */
  amount: fc.oneof(fc.constantFrom(NET, 40_00, 58_50, 120_00), fc.integer({ min: 1, max: 255 })),
  names: fc.constantFrom('deposit', 'journal', 'journal', 'nothing'),
  direction: fc.constantFrom('to_user', 'to_firm'),
  status: fc.constantFrom('executed', 'executed', 'executed', 'pending', 'canceled', 'correct'),
  accountId: fc.constantFrom('a-1', 'a-1', 'a-1', 'a-2'),
});

/** Returns the rule of the ledger that is broken at this time, or null. */
const brokenRule = ({ state, events }: World): string | null => {
  const { booked, status } = state;
  const [gross, fee] = [Number(booked.amountCents), Number(booked.feeCents)];
  const net = gross - fee;
  const credited = Number(creditedCents(state));
  const isCredited = status === 'completed' || status === 'reversed';
  const lines = events.flatMap((event) => lineOf(event) ?? []);
  const sum = (amounts: readonly bigint[]) => amounts.reduce((all, each) => all + Number(each), 0);
  if (net !== (isCredited ? Math.min(NET, Math.max(0, credited)) : 0))
    return `${net} is booked of ${credited}`;
  if (fee !== (net > 0 ? FEE : 0)) return `the fee is ${fee}`;
  if ((status === 'completed') !== net > 0) return `${net} is booked, and the status is ${status}`;
  if (sum(lines.map(({ grossCents }) => grossCents)) !== gross) return 'the gross lines differ';
  return sum(lines.map(({ feeCents }) => feeCents)) === fee ? null : 'the fee lines differ';
};

const always = (holds: (world: World, order: number) => string | null) =>
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25, size: 'max' }), n, (steps, order) => {
      const world = new World();
      const require = (why: string | null) => {
        if (why !== null)
          throw new Error(`${why}, after ${world.events.map(({ type }) => type).join(', ')}`);
      };
      for (const each of steps) {
        world.take(each);
        require(brokenRule(world));
      }
      require(holds(world, order));
    }),
    RUN,
  );

describe('for any history of journals, reads, responses and decisions', () => {
  it('the ledger and its lines have the bounded sum of the known journals at any time', () =>
    always(() => null));

  it('a full read credits the named journals in their final state after any earlier reads', () =>
    always((world, order) => {
      world.read(order);
      const { length } = world.events;
      const [credited, expected] = [Number(creditedCents(world.state)), world.expectedCents()];
      if (credited !== expected) return `${credited} is credited, not ${expected}`;
      for (const again of [0, 1, 2]) world.read(order + again);
      return world.events.length === length ? brokenRule(world) : 'a repeat changed the deposit';
    }));
});
