import { expect, it } from '@jest/globals';
import { rowsAfter } from '../../../../test/support/given.js';
import { failed, inReview, issued, passed, reported } from '../onboarding/onboarding.examples.js';
import type { OnboardingEvent } from '../onboarding/onboarding.events.js';
import {
  actionRequired,
  active,
  created,
  held,
  opened,
  refused,
  replaced,
} from '../trader-profile/trader-profile.examples.js';
import type { TraderProfileEvent } from '../trader-profile/trader-profile.events.js';
import { type WaitingUserEvent, waitingUsers } from './waiting-users.projection.js';

const needs = (...events: WaitingUserEvent[]) =>
  (rowsAfter(waitingUsers, ...events)['waitingUsers'] ?? []).map(({ need }) => need);

const about = { userId: 'u-1', partnerId: 'p-1', at: '2026-03-16T13:00:00.000Z' };
const closed: WaitingUserEvent = {
  type: 'UserClosed',
  data: { ...about, reason: 'asked to leave', from: 'active' },
};
const asked: OnboardingEvent = {
  type: 'OnboardingReported',
  data: {
    ...{ ...about, providerRef: 'fp-1', messageId: 'm-2' },
    ...{ kind: 'footprint.user.info_requested', tellsNoResult: true },
  },
};
const failedThere: TraderProfileEvent = {
  type: 'BrokerAccountChanged',
  data: { ...active.data, accountNumber: '', status: 'SUBMISSION_FAILED', reason: null },
};
const otherReason: TraderProfileEvent = {
  type: 'BrokerAccountChanged',
  data: {
    ...{ ...active.data, accountNumber: '', status: 'ACTION_REQUIRED', reason: 'another document' },
    ...{ at: '2026-03-18T12:00:00.000Z', before: { status: 'ACTION_REQUIRED', blocks: [] } },
  },
};

it.each<[string, WaitingUserEvent[], string[]]>([
  ['an open application', [created, opened], []],
  ['a held application', [created, held], ['application_held']],
  ['a held application that was corrected', [created, held, replaced], []],
  ['a refused application', [created, refused], ['submission_failed']],
  [
    'an account whose submission failed later',
    [created, opened, failedThere],
    ['submission_failed'],
  ],
  ['an account that needs action', [created, opened, actionRequired], ['action_required']],
  ['an account that needed action', [created, opened, actionRequired, active], []],
  ['an open onboarding', [issued], []],
  ['a review of an onboarding', [issued, inReview], ['onboarding_review']],
  ['a passed review', [issued, inReview, passed], []],
  ['a failed review', [issued, inReview, failed], []],
  ['a request for information', [issued, asked], ['more_information']],
  ['a request in a review', [issued, inReview, asked], ['onboarding_review', 'more_information']],
  [
    'requested information that arrived',
    [issued, inReview, asked, reported],
    ['onboarding_review'],
  ],
  ['a closed user', [issued, inReview, created, held, closed], []],
])('lists the needs after %s', (_, events, expected) => expect(needs(...events)).toEqual(expected));

it('stores the lacking values and the time of the first report', () => {
  const [lacking] = rowsAfter<WaitingUserEvent>(waitingUsers, created, held)['waitingUsers'] ?? [];
  expect(lacking).toMatchObject({ userId: 'u-1', lacking: 'street address in Latin letters' });
  const events = [created, opened, actionRequired, otherReason];
  const [since] = rowsAfter<WaitingUserEvent>(waitingUsers, ...events)['waitingUsers'] ?? [];
  expect(since).toMatchObject({ since: '2026-03-16T12:00:00.000Z', lacking: null });
});
