import { describe, expect, it } from '@jest/globals';
import { NeedsOperator } from '#kernel/jobs/needs-operator.js';
import { ConsoleSession } from '../../../../test/support/console-session.js';
import { reinstateUser, suspendUser } from '../user/user-status.decide.js';
import * as example from '../user/user.examples.js';
import { users } from '../user/user.state.js';
import { reportWatchListHit } from '../user/watch-list.decide.js';
import { watchListResolver } from './watch-list-resolver.js';
import { reviewWatchListHit as job } from '../jobs.js';
import { ReviewWatchListHitProcessor } from './review-watch-list-hit.processor.js';
import { watchListPolicy } from './watch-list.policy.js';

const { closed, hitDismissed, hitReported, noon, registered, reinstated, suspended } = example;
const begins = [{ kind: 'schedule', job, id: 'u-1', at: new Date('2026-03-16T11:55:00.000Z') }];
const ends = [
  { kind: 'cancel', job, id: 'u-1' },
  { kind: 'enqueue', job, id: 'u-1' },
];
const more = (event: typeof hitReported, data: object) =>
  ({ ...event, data: { ...event.data, ...data } }) as typeof hitReported;

describe('needs attention', () => {
  it.each([
    ['begins with a hit', hitReported, begins],
    ['leaves out a suspended user', more(hitReported, { status: 'suspended' }), []],
    ['begins with the reinstatement', more(reinstated, { hasWatchListHit: true }), begins],
    ['does not begin with a reinstatement without a hit', reinstated, []],
    ['ends with the dismissal', hitDismissed, ends],
    ['ends with the suspension', suspended, ends],
    ['ends with the closure of the user', closed, ends],
    ['leaves out a new user', registered, []],
  ])('%s', (_, event, jobActions) => expect(watchListPolicy(event)).toEqual(jobActions));
});

it('a hit needs an operator until the user is suspended or the hit is dismissed', async () => {
  const session = new ConsoleSession();
  const userId = await session.registered();
  const decide = (decision: ReturnType<typeof suspendUser>) =>
    session.store.transact(users, userId, decision, session.cause);
  const review = () =>
    new ReviewWatchListHitProcessor(session.store).process({
      ...{ id: userId, correlationId: 'c-1', causationId: 'c-1' },
    });
  await review();
  await decide(reportWatchListHit({ messageId: 'm-1', kind: 'k' }, noon));
  await expect(review()).rejects.toThrow(NeedsOperator);
  await decide(suspendUser('the same person', noon));
  await review();
  await decide(reinstateUser('for now', noon));
  await expect(review()).rejects.toThrow(NeedsOperator);
  await watchListResolver.closings[0]!.close!(session.store, userId, { reason: 'another person' });
  await review();
  expect((await session.log.read(`user-${userId}`)).at(-1)?.data).toMatchObject({
    reason: 'another person',
  });
});
