import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { type Begun, LIES, type Name, type Step, World } from './world.js';

const { JOURNALS_RUNS, JOURNALS_SEED } = process.env;
const RUNS = Number(JOURNALS_RUNS ?? 150);
/** The same lives in each test run, others in each long one. */
const NEW_LIVES = Date.now() % 2 ** 31;
const SEED = Number(JOURNALS_SEED ?? (JOURNALS_RUNS === undefined ? 1 : NEW_LIVES));

const n = fc.nat(50);
const amount = fc.constantFrom(1_00, 3_00, 10_00);
const name: fc.Arbitrary<Name> = fc.record({
  by: fc.constantFrom('deposit', 'deposit', 'journal', 'nothing', 'a stranger'),
  n,
});
const is = <What extends Step['do']>(...what: What[]) => ({ do: fc.constantFrom(...what) });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ ...is('credit'), amount, name }),
  fc.record({ ...is('take back'), amount, name }),
  fc.record({ ...is('describe'), which: n, name }),
  fc.record({
    ...is(...LIES, 'undo', 'show', 'nudge', 'nudge'),
    which: n,
  }),
  fc.record({ ...is('correct'), which: n, amount, name }),
  fc.record({ ...is('match'), which: n, deposit: n }),
  fc.record({ ...is('match'), which: n, deposit: n }),
  fc.record({ ...is('swap'), which: n, with: n }),
  fc.record({ ...is('look'), deposit: n }),
  fc.record({ ...is('run') }),
);
const begun = fc.array(
  fc.constantFrom<Begun>('credited', 'credited', 'told another’s', 'told nobody’s', 'failed'),
  { minLength: 1, maxLength: 3 },
);

const lived = async (deposits: readonly Begun[], steps: readonly Step[]) => {
  const world = new World();
  await world.begin(deposits);
  for (const each of steps) await world.take(each);
  await world.truth();
  return world;
};

const always = (holds: (world: World) => Promise<string | null>) =>
  fc.assert(
    fc.asyncProperty(begun, fc.array(step, { maxLength: 14 }), async (deposits, steps) => {
      const world = await lived(deposits, steps);
      const broken = await holds(world);
      if (broken !== null) throw new Error(`${broken}\n${await world.inWords()}`);
    }),
    { numRuns: RUNS, seed: SEED },
  );

describe('whatever the broker’s people do with journals, once its lists say so', () => {
  it('the books are what the broker holds, or a difference says that they are not', () =>
    always(async (world) => {
      const { inBooks, atBroker, open } = await world.outcome();
      const isSilent = inBooks !== atBroker && open.length === 0;
      return isSilent ? `${inBooks} in the books, ${atBroker} at the broker` : null;
    }));

  it('no difference is open that the whole comparison does not find', () =>
    always(async (world) => {
      const { open, whole } = await world.outcome();
      const isStale = whole.length === 0 && open.length > 0 && (await world.isNamed());
      return isStale ? open.join('; ') : null;
    }));

  it('each deposit’s amounts are the sum of what it counts', () =>
    always(async (world) => {
      const { uneven } = await world.outcome();
      return uneven.length === 0 ? null : uneven.join('; ');
    }));

  it('who has the broker take back what is too much is not asked for more', () =>
    always(async (world) => {
      if (!(await world.isNamed()) || !(await world.takeBackWhatIsTooMuch())) return null;
      const { open } = await world.outcome();
      const stays = open.filter((each) => each.endsWith(' too much'));
      return stays.length === 0 ? null : stays.join('; ');
    }));
});
