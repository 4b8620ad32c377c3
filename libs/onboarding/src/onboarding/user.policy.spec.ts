import { describe, expect, it } from '@jest/globals';
import type { UserEvent } from '#users/user/user.events.js';
import { checkOnboarding, reviewAccount } from '../jobs.js';
import { userPolicy } from './user.policy.js';

const about = { userId: 'u-1', partnerId: 'p-1', reason: 'r', at: '2026-03-16T12:00:00.000Z' };

describe('an onboarding whose user', () => {
  const checked = [{ kind: 'enqueue', job: checkOnboarding, id: 'u-1' }];
  it.each<[string, UserEvent, unknown[]]>([
    [
      'is reinstated is checked',
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
      [{ kind: 'enqueue', job: reviewAccount, id: 'u-1' }],
    ],
  ])('%s', (_, event, jobs) => expect(userPolicy(event)).toEqual(jobs));
});
