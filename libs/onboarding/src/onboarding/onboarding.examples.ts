import type { OnboardingEvent } from './onboarding.events.js';

/** One canonical example of each event, for every spec that needs one. */
export const noon = new Date('2026-03-16T12:00:00.000Z');
export const end = new Date('2026-03-17T12:00:00.000Z');
const at = noon.toISOString();
export const about = { userId: 'u-1', partnerId: 'p-1' };
const found = { ...about, providerRef: 'fp-1', at };

export const issued: OnboardingEvent = {
  type: 'OnboardingSessionIssued',
  data: { ...about, expiresAt: end.toISOString(), at },
};
export const reopened: OnboardingEvent = {
  type: 'OnboardingSessionIssued',
  data: { ...about, expiresAt: end.toISOString(), reopens: true, at },
};
export const reported: OnboardingEvent = {
  type: 'OnboardingReported',
  data: { ...found, messageId: 'm-1', kind: 'footprint.onboarding.completed' },
};
export const inReview: OnboardingEvent = { type: 'OnboardingReviewAwaited', data: found };
export const passed: OnboardingEvent = {
  type: 'OnboardingPassed',
  data: { ...found, issuedAt: at },
};
export const failed: OnboardingEvent = { type: 'OnboardingFailed', data: found };
export const rechecked: OnboardingEvent = {
  type: 'OnboardingRechecked',
  data: { ...found, finding: 'failed' },
};
export const expired: OnboardingEvent = {
  type: 'OnboardingSessionExpired',
  data: { ...about, at },
};
