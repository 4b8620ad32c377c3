import { type Policy, cancel, enqueue, later, schedule } from '#kernel/jobs/job.js';
import { checkOnboarding } from '../jobs.js';
import type { OnboardingEvent } from './onboarding.events.js';
import { DECISION_POLL_FIRST_MS } from '#kernel/timing.js';

/** The polls continue after a failed check, because its result may change until the session expires. */
export const onboardingPolicy: Policy<OnboardingEvent> = ({ type, data }) => {
  const { userId, at } = data;
  switch (type) {
    case 'OnboardingSessionIssued':
    case 'OnboardingReviewAwaited':
      return [schedule(checkOnboarding, userId, later(at, DECISION_POLL_FIRST_MS))];
    case 'OnboardingReported':
      return [
        enqueue(checkOnboarding, userId),
        schedule(checkOnboarding, userId, later(at, DECISION_POLL_FIRST_MS)),
      ];
    case 'OnboardingFailed':
      return [];
    case 'OnboardingPassed':
    case 'OnboardingRechecked':
    case 'OnboardingSessionExpired':
      return [cancel(checkOnboarding, userId)];
  }
};
