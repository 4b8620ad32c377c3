import { DECISION_POLL_FIRST_MS } from '#platform/core/timing.js';
import { type Workflow, clear, due, later, now } from '#platform/jobs/job.js';
import { checkOnboarding } from '../check-onboarding/check-onboarding.job.js';
import type { OnboardingEvent } from './onboarding.events.js';

/** A failed check may be repeated, or decided otherwise, until its session has run out. */
export const onboardingWorkflow: Workflow<OnboardingEvent> = ({ type, data }) => {
  const { userId, at } = data;
  switch (type) {
    case 'OnboardingSessionIssued':
    case 'OnboardingReviewAwaited':
      return [due(checkOnboarding, userId, later(at, DECISION_POLL_FIRST_MS))];
    case 'OnboardingReported':
      return [
        now(checkOnboarding, userId),
        due(checkOnboarding, userId, later(at, DECISION_POLL_FIRST_MS)),
      ];
    case 'OnboardingFailed':
      return [];
    case 'OnboardingPassed':
    case 'OnboardingSessionExpired':
      return [clear(checkOnboarding, userId)];
  }
};
