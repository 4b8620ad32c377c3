import { expect, it } from '@jest/globals';
import { NeedsOperator } from '#platform/jobs/needs-operator.js';
import { Desk } from '../../../../test/support/desk.js';
import type { TraderProfileEvent } from '../trader-profile/trader-profile.events.js';
import { active, created, opened, refused } from '../trader-profile/trader-profile.examples.js';
import { traderProfiles } from '../trader-profile/trader-profile.state.js';
import { ReviewAccountProcessor } from './review-account.processor.js';

const words = 'the account of Wilhelmine Przybylski was seen elsewhere';
const refusal = { brokerReason: words, reason: 'no', emailTaken: true };
const held = { reason: words, status: 'DISABLED' };

/** Failures of jobs stand in Redis and in logs, where no erasure comes. */
it.each<[string, readonly (readonly [TraderProfileEvent, object])[], RegExp]>([
  ['an application', [[refused, refusal]], /not this user’s/],
  [
    'an account',
    [
      [opened, {}],
      [active, held],
    ],
    /DISABLED/,
  ],
])('the broker’s words about %s are in no failure of a job', async (_, events, told) => {
  const desk = new Desk();
  const userId = await desk.registered();
  const of = { userId, partnerId: desk.partnerId };
  const history = [[created, {}] as const, ...events].map(
    ([event, more]) =>
      ({ ...event, data: { ...event.data, ...more, ...of } }) as TraderProfileEvent,
  );
  await desk.store.transact(traderProfiles, userId, () => history, desk.cause);
  const job = { id: userId, correlationId: 'c-1', causationId: 'c-1' };
  const failed = new ReviewAccountProcessor(desk.store).process(job);
  await expect(failed).rejects.toThrow(NeedsOperator);
  await expect(failed).rejects.toThrow(told);
  await expect(failed).rejects.not.toThrow(/Przybylski/);
});
