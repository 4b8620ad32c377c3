import { describe, expect, it } from '@jest/globals';
import type { UserEvent } from '#users';
import { checkOnboarding } from '../check-onboarding/check-onboarding.job.js';
import { reviewAccount } from '../review-account/review-account.job.js';
import { userWorkflow } from './user.workflow.js';

const about = { userId: 'u-1', partnerId: 'p-1', reason: 'r', at: '2026-03-16T12:00:00.000Z' };

describe('an onboarding whose user', () => {
  const checked = [{ kind: 'now', job: checkOnboarding, id: 'u-1' }];
  it.each<[string, UserEvent, unknown[]]>([
    [
      'is reinstated is looked at',
      { type: 'UserReinstated', data: { ...about, to: 'active' } },
      checked,
    ],
    [
      'is suspended is left alone',
      { type: 'UserSuspended', data: { ...about, from: 'active' } },
      [],
    ],
    [
      'is closed is left alone, and its account is reviewed no more',
      { type: 'UserClosed', data: { ...about, from: 'active' } },
      [{ kind: 'now', job: reviewAccount, id: 'u-1' }],
    ],
  ])('%s', (_, event, jobs) => expect(userWorkflow(event)).toEqual(jobs));
});
