import { expect, it } from '@jest/globals';
import { NeedsOperator } from '#kernel/jobs/needs-operator.js';
import { ConsoleSession } from '../../../../test/support/console-session.js';
import type { TraderProfileEvent } from '../trader-profile/trader-profile.events.js';
import { active, created, opened, refused } from '../trader-profile/trader-profile.examples.js';
import { traderProfiles } from '../trader-profile/trader-profile.state.js';
import { ReviewAccountProcessor } from './review-account.processor.js';

const words = 'the account of Wilhelmine Przybylski was seen elsewhere';
const refusal = { brokerReason: words, reason: 'no', emailTaken: true };
const held = { reason: words, status: 'DISABLED' };

/** Errors of jobs are stored in Redis and logs, where an erasure does not reach them. */
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
])(
  'the error of a job does not contain the broker’s reason about %s',
  async (_, events, reported) => {
    const fixture = new ConsoleSession();
    const userId = await fixture.registered();
    const of = { userId, partnerId: fixture.partnerId };
    const history = [[created, {}] as const, ...events].map(
      ([event, more]) =>
        ({ ...event, data: { ...event.data, ...more, ...of } }) as TraderProfileEvent,
    );
    await fixture.store.transact(traderProfiles, userId, () => history, fixture.cause);
    const job = { id: userId, correlationId: 'c-1', causationId: 'c-1' };
    const failed = new ReviewAccountProcessor(fixture.store).process(job);
    await expect(failed).rejects.toThrow(NeedsOperator);
    await expect(failed).rejects.toThrow(reported);
    await expect(failed).rejects.not.toThrow(/Przybylski/);
  },
);
