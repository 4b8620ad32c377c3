import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Refused } from '#kernel/refused.js';
import { InMemoryEventLog } from '#kernel/event-store/in-memory-event-log.js';
import { emailKey } from '#kernel/email.js';
import type { RegisteredUser, UserDetails } from '../user/user.state.js';
import {
  Died,
  type Steps,
  ada,
  audited,
  cause,
  keyedNames,
  registrarOf,
} from './registrar.examples.js';

/** `REGISTRAR_RUNS=5000` for the long run. */
const RUNS = Number(process.env['REGISTRAR_RUNS'] ?? 100);
/** Long enough for every other creator to finish. */
const NAP_TICKS = 60;

const request = fc.record({
  userId: fc.constantFrom('a', 'b', 'c', 'd'),
  externalId: fc.constantFrom(null, 'x-1', 'x-2'),
  email: fc.constantFrom('ada@users.example', 'ADA@users.example', 'grace@users.example'),
  firstName: fc.constantFrom('Ada', 'Ada', 'Grace'),
  diesAtStep: fc.option(fc.integer({ min: 1, max: 20 }), { freq: 2 }),
  napsAtStep: fc.option(fc.integer({ min: 1, max: 20 }), { freq: 2 }),
});
type Fate = { readonly diesAtStep: number | null; readonly napsAtStep: number | null };
type Request = Partial<UserDetails> & Fate;

type Outcome = { readonly userId?: string; readonly created?: boolean; readonly code?: string };

/** Steps whose reads, appends and pauses wait for the scheduler. */
const scheduled = (scheduler: fc.Scheduler, { diesAtStep, napsAtStep }: Fate): Steps => {
  let steps = 0;
  const step = async () => {
    const ticks = ++steps === napsAtStep ? NAP_TICKS : 1;
    for (let tick = 0; tick < ticks; tick++) await scheduler.schedule(Promise.resolve());
    if (steps === diesAtStep) throw new Died();
  };
  return { before: step, after: step };
};

const register = async (
  log: InMemoryEventLog,
  { diesAtStep: _, napsAtStep: __, ...details }: Request,
  steps?: Steps,
): Promise<Outcome> => {
  try {
    const registrar = registrarOf(log, steps, steps, keyedNames);
    const { user, created } = await registrar.register({ ...ada, ...details }, cause);
    return { userId: user.userId, created };
  } catch (error) {
    return { code: error instanceof Refused ? error.code : (error as Error).name };
  }
};

describe('concurrent creators, some of which die,', () => {
  it('give each value to one user and report its owner', async () => {
    const property = fc.asyncProperty(
      fc.scheduler(),
      fc.array(request, { minLength: 2, maxLength: 4 }),
      fc.option(request, { freq: 2 }),
      async (scheduler, given, first) => {
        // One id is one request, so a repeat has the same details.
        const requests = given.map(({ userId, diesAtStep, napsAtStep }) => ({
          ...given.find((each) => each.userId === userId)!,
          diesAtStep,
          napsAtStep,
        }));
        const log = new InMemoryEventLog();
        if (first !== null) await beforehand(log, { ...first, userId: 'z' });
        const known = (await audited(log)).length;
        const work = Promise.all(
          requests.map((each) => register(log, each, scheduled(scheduler, each))),
        );
        const outcomes = await scheduler.waitFor(work);
        const made = await audited(log);
        for (const [i, outcome] of outcomes.entries()) requireTrue(requests[i]!, outcome, made);
        const created = outcomes.flatMap((each) => (each.created === true ? [each.userId] : []));
        expect(new Set(created).size).toBe(created.length);
        expect(made.length).toBeGreaterThanOrEqual(known + created.length);
        await afterwards(log, requests, made.length);
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  });
});

/** Runs an earlier creator alone, which may die. */
const beforehand = async (log: InMemoryEventLog, request: Request) => {
  let steps = 0;
  const step = async () => {
    if (++steps === request.diesAtStep) throw new Died();
  };
  await register(log, request, { before: step, after: step });
};

/**
 * Asserts that each returned user has the email, and that each reported conflict names a real user.
 */
const requireTrue = (
  { email = '', externalId }: Request,
  { userId, code }: Outcome,
  made: readonly RegisteredUser[],
): void => {
  const isReal =
    code === undefined
      ? made.some((user) => user.userId === userId)
      : code === 'email_already_exists'
        ? made.some((user) => emailKey(user.email ?? '') === emailKey(email))
        : code === 'external_id_already_exists'
          ? made.some((user) => user.externalId === externalId)
          : code === 'Died' || code === 'temporarily_unavailable';
  if (!isReal) throw new Error(`unexpected outcome: ${code ?? userId}`);
};

/** Asserts that each request, alone, gets its user or conflicts with the user that has the value. */
const afterwards = async (log: InMemoryEventLog, requests: readonly Request[], before: number) => {
  let created = 0;
  for (const each of requests) {
    const outcome = await register(log, each);
    if (outcome.created === true) created++;
    expect(outcome.code).not.toBe('temporarily_unavailable');
    requireTrue(each, outcome, await audited(log));
  }
  expect(await audited(log)).toHaveLength(before + created);
};
