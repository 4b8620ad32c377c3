import { describe, expect, it } from '@jest/globals';
import { Refused } from '#kernel/refused.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { abandonUser } from '../user/user.decide.js';
import { type UserDetails, users } from '../user/user.state.js';
import { Died, type Steps, ada, audited, cause, registrarOf } from './registrar.examples.js';

const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Steps that die at the given append, `before` or `after` it is written. */
const deadly = (at: number, when: 'before' | 'after'): Steps => {
  let appends = 0;
  return {
    before: async () => {
      if (++appends === at && when === 'before') throw new Died();
    },
    after: async () => {
      if (appends === at && when === 'after') throw new Died();
    },
  };
};

/** Steps that wait at the given append until `release`. */
const held = (at: number, when: 'before' | 'after') => {
  let release = (): void => undefined;
  let reached = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const waiting = new Promise<void>((resolve) => (reached = resolve));
  let appends = 0;
  const stop = async (here: boolean) => {
    if (!here) return;
    reached();
    await released;
  };
  const steps: Steps = {
    before: () => stop(++appends === at && when === 'before'),
    after: () => stop(appends === at && when === 'after'),
  };
  return { steps, waiting, release };
};

type Case = { readonly what: string; readonly other: Partial<UserDetails> };
const OTHERS: readonly Case[] = [
  { what: 'the same request', other: {} },
  { what: 'the same e-mail without externalId', other: { externalId: null } },
  { what: 'the same e-mail under another externalId', other: { externalId: 'x-2' } },
  { what: 'the same externalId with another e-mail', other: { email: 'grace@users.example' } },
];

const CUTS = [1, 2, 3].flatMap((at) => [
  { at, when: 'before' as const },
  { at, when: 'after' as const },
]);
const CASES = CUTS.flatMap((cut) => OTHERS.map((other) => ({ ...cut, ...other })));

const mine = { ...ada, externalId: 'x-1', userId: id(1) };
const refusalOf = (error: unknown) =>
  error instanceof Refused ? error.code : (error as Error).name;
const outcome = (work: Promise<{ created: boolean }>) =>
  work.then(
    ({ created }) => (created ? 'created' : 'known'),
    (error: unknown) => refusalOf(error),
  );

/** Result of the next creator. The dead creator counts only if its last append was written. */
const expected = ({ at, when, what }: (typeof CASES)[number]): string => {
  if (at < 3 || when === 'before') return 'created';
  if (what === 'the same request') return 'known';
  return what.startsWith('the same externalId')
    ? 'external_id_already_exists'
    : 'email_already_exists';
};

describe('a creator that dies', () => {
  it.each(CASES)('$when append $at allows $what', async (each) => {
    const log = new InMemoryEventLog();
    const first = registrarOf(log, deadly(each.at, each.when)).register(mine, cause);
    expect(await outcome(first)).toBe('Died');
    const next = { ...mine, userId: id(2), ...each.other };
    expect(await outcome(registrarOf(log).register(next, cause))).toBe(expected(each));
    expect(await audited(log)).toHaveLength(1);
    expect(await outcome(registrarOf(log).register({ ...next, userId: id(3) }, cause))).toMatch(
      next.externalId === null ? 'email_already_exists' : /known|already_exists/,
    );
  });

  it('loses its externalId to the next creator when its e-mail was taken over', async () => {
    const log = new InMemoryEventLog();
    await outcome(registrarOf(log, deadly(3, 'before')).register(mine, cause));
    await registrarOf(log).register({ ...ada, userId: id(2) }, cause);
    const next = { ...mine, email: 'grace@users.example', userId: id(3) };
    expect(await outcome(registrarOf(log).register(next, cause))).toBe('created');
    expect(await outcome(registrarOf(log).register(next, cause))).toBe('known');
  });

  it('during the takeover of an externalId leaves it to the next creator', async () => {
    const log = new InMemoryEventLog();
    await outcome(registrarOf(log, deadly(1, 'after')).register(mine, cause));
    const decision = abandonUser(mine.userId, mine.partnerId, new Date());
    await new EventStore(log).transact(users, mine.userId, decision, cause);
    const second = registrarOf(log, deadly(1, 'before')).register(
      { ...mine, userId: id(2) },
      cause,
    );
    expect(await outcome(second)).toBe('Died');
    const third = registrarOf(log).register({ ...mine, userId: id(3) }, cause);
    expect(await outcome(third)).toBe('created');
  });

  const TAKEOVERS = [1, 2, 3, 4].flatMap((at) => [
    { at, when: 'before' as const },
    { at, when: 'after' as const },
  ]);
  it.each(TAKEOVERS)('may precede a creator that dies $when append $at', async ({ at, when }) => {
    const log = new InMemoryEventLog();
    const first = { ...ada, userId: id(1) };
    await outcome(registrarOf(log, deadly(2, 'before')).register(first, cause));
    const second = registrarOf(log, deadly(at, when)).register({ ...ada, userId: id(2) }, cause);
    const died = (await outcome(second)) === 'Died';
    const third = await outcome(registrarOf(log).register({ ...ada, userId: id(3) }, cause));
    const done = !died || (at === 3 && when === 'after');
    expect(third).toBe(done ? 'email_already_exists' : 'created');
    expect(await audited(log)).toHaveLength(1);
  });
});

describe('a creator that repeats its request under its own id', () => {
  const first = { ...ada, userId: id(1) };
  it.each(CUTS.filter(({ at }) => at < 3))(
    'after dying $when append $at creates one user',
    async ({ at, when }) => {
      const log = new InMemoryEventLog();
      await outcome(registrarOf(log, deadly(at, when)).register(first, cause));
      const { user } = await registrarOf(log).register(first, cause);
      expect(user.userId).toBe(id(1));
      expect(await outcome(registrarOf(log).register(first, cause))).toBe('known');
      expect(await audited(log)).toHaveLength(1);
    },
  );
  it('finds its user again after its first id was closed', async () => {
    const log = new InMemoryEventLog();
    await outcome(registrarOf(log, deadly(1, 'after')).register(first, cause));
    const rival = registrarOf(log, deadly(1, 'after')).register({ ...ada, userId: id(2) }, cause);
    expect(await outcome(rival)).toBe('Died');
    const { user, created } = await registrarOf(log).register(first, cause);
    expect({ created, closed: user.userId !== id(1) }).toEqual({ created: true, closed: true });
    const again = await registrarOf(log).register(first, cause);
    expect(again).toMatchObject({ created: false, user: { userId: user.userId } });
  });
});

describe('a creator that falls behind', () => {
  it.each(CASES)('$when append $at fails or gets the same user beside $what', async (each) => {
    const log = new InMemoryEventLog();
    const { steps, waiting, release } = held(each.at, each.when);
    const late = registrarOf(log, steps).register(mine, cause);
    const lateOutcome = outcome(late);
    await waiting;
    const next = { ...mine, userId: id(2), ...each.other };
    const nextOutcome = await outcome(registrarOf(log).register(next, cause));
    expect(nextOutcome).toBe(expected(each));
    release();
    const both = [await lateOutcome, nextOutcome];
    expect(both.filter((word) => word === 'created')).toHaveLength(1);
    expect(await audited(log)).toHaveLength(1);
  });
});
