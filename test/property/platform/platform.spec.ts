import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { runsOf } from '../runs.js';
import { type Death, Platform } from './platform.js';
import { inOrder, seenOf } from './seen.js';
import type { Mishap } from './ledger-broker.js';
import {
  type Answer,
  type Command,
  type Model,
  UNKNOWN,
  after,
  emptyModel,
  settled,
} from './reference.js';

/** `MODEL_RUNS=10000` for the long run, `MODEL_SEED=…` to repeat one. */
const RUN = runsOf('MODEL', 100);
const TIMEOUT_MS = 30 * 60_000 + RUN.numRuns * 1_000;
const PARTNERS = 2;
/** Far from midnight, so that no run crosses it. */
const NOON = new Date('2026-03-16T09:00:00.000Z');

const is = <Name extends Command['do']>(name: Name) => ({ do: fc.constant(name) });
const partner = fc.nat(PARTNERS - 1);
const externalId = fc.nat(5);
const amountCents = fc.constantFrom(1_00, 5_00, 20_00, 21_13, 34_13, 45_50, 60_00, 60_01);

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ ...is('register'), partner, externalId: fc.nat(2), email: fc.nat(2) }),
  },
  { weight: 8, arbitrary: fc.record({ ...is('deposit'), partner, externalId, amountCents }) },
  { weight: 6, arbitrary: fc.record({ ...is('withdraw'), partner, externalId, amountCents }) },
  { weight: 2, arbitrary: fc.record({ ...is('give-up'), partner, externalId }) },
  {
    weight: 5,
    arbitrary: fc.record({
      ...is('order'),
      partner,
      externalId,
      symbol: fc.constantFrom('FILL', 'REJECT', 'WAIT'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ ...is('cancel'), partner, externalId }) },
  { weight: 1, arbitrary: fc.record({ ...is('cut-off'), partner }) },
  { weight: 2, arbitrary: fc.record({ ...is('take-back'), partner, externalId }) },
);

type Round = {
  readonly commands: readonly Command[];
  readonly death: Death | null;
  readonly mishaps: readonly Mishap[];
  readonly deathAtWork: Death | null;
};

/** What is asked for at once is often about the same thing. */
const atOnce = fc.oneof(
  fc.array(command, { minLength: 1, maxLength: 3 }),
  command.map((one) => [one, one]),
);
const death = fc.option(
  fc.record({ append: fc.integer({ min: 1, max: 5 }), written: fc.boolean() }),
  { freq: 3 },
);
const round: fc.Arbitrary<Round> = fc.record({
  commands: atOnce,
  death,
  mishaps: fc.array(fc.constantFrom<Mishap>('request', 'answer', null), { maxLength: 4 }),
  deathAtWork: death,
});

beforeEach(() => {
  jest.useFakeTimers({ now: NOON, doNotFake: NOT_TIME });
});
afterEach(() => {
  jest.useRealTimers();
});

const NOT_TIME = [
  ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setInterval', 'clearInterval'] as const),
  ...(['setTimeout', 'clearTimeout'] as const),
];

const live = async (scheduler: fc.Scheduler, rounds: readonly Round[]): Promise<void> => {
  jest.setSystemTime(NOON);
  const turn = () => scheduler.schedule(Promise.resolve());
  const later = (ms: number) => jest.setSystemTime(Date.now() + ms);
  const inTime = <T>(work: Promise<T>): Promise<T> => scheduler.waitFor(work);
  const platform = await Platform.open(PARTNERS, turn, later);
  let models: readonly Model[] = [emptyModel(PARTNERS)];
  for (const { commands, death, mishaps, deathAtWork } of rounds) {
    const answers = await inTime(platform.answers(commands, death));
    await inTime(platform.settle(mishaps, deathAtWork));
    const seen = JSON.stringify(await seenOf(platform));
    const possible = models.flatMap((model) => explained(model, commands, answers)).map(settled);
    models = distinct(possible.filter((model) => JSON.stringify(told(model)) === seen));
    if (models.length === 0) {
      const wanted = possible.map((model) => JSON.stringify(told(model)));
      throw new Error(
        `answers ${answers.join(', ')}\nseen   ${seen}\nwanted ${wanted.join(' or ')}`,
      );
    }
    expect(platform.broker.doubles()).toEqual([]);
  }
};

/** What the model may have become, if these answers came of some order of the commands. */
const explained = (
  model: Model,
  commands: readonly Command[],
  answers: readonly Answer[],
): readonly Model[] => {
  if (commands.length === 0) return [model];
  return commands.flatMap((command, i) => {
    const [next, answer] = after(model, command);
    const without = <Item>(items: readonly Item[]) => items.filter((_, at) => at !== i);
    const rest = (from: Model) => explained(from, without(commands), without(answers));
    if (answers[i] === UNKNOWN) return [...rest(model), ...rest(next)];
    return answer === answers[i] ? rest(next) : [];
  });
};

const distinct = (models: readonly Model[]): readonly Model[] => [
  ...new Map(models.map((model) => [JSON.stringify(model), model])).values(),
];

/** The reference in the words of `seenOf`. */
const told = (model: Model) =>
  model.map(({ users, deposits, withdrawals, orders, reservedCents, periods }) => ({
    users,
    statuses: inOrder({
      ...statusesOf('d', deposits),
      ...statusesOf('w', withdrawals),
      ...statusesOf('o', orders),
    }),
    reserved: Object.values(reservedCents).map(String),
    held: Object.values(reservedCents).map(() => '0'),
    periods: periods.map(({ count, withdrawnCount, withdrawnCents, ...sums }) =>
      [
        ...[count, ...[sums.grossCents, sums.feeCents, sums.adjustmentCents].map(dollars)],
        ...[withdrawnCount, dollars(withdrawnCents)],
      ].join(' '),
    ),
  }));

const statusesOf = (kind: string, things: Readonly<Record<string, { status: string }>>) =>
  Object.fromEntries(Object.entries(things).map(([id, { status }]) => [`${kind}-${id}`, status]));

const dollars = (amountCents: number): string => (amountCents / 100).toFixed(2);

describe('users, deposits, withdrawals, orders and settlement in two processes', () => {
  it(
    `do what the reference does (${RUN.numRuns} runs, seed ${RUN.seed})`,
    async () => {
      console.log(`model: ${RUN.numRuns} runs, seed ${RUN.seed}`);
      const rounds = fc.array(round, { minLength: 1, maxLength: 8 });
      const property = fc.asyncProperty(fc.scheduler(), rounds, live);
      await fc.assert(property, RUN);
    },
    TIMEOUT_MS,
  );
});
