import { conflict } from '#platform/core/refused.js';
import type { Decision } from '#platform/event-store/stream.js';
import type { OnboardingEvent } from './onboarding.events.js';
import type { Onboarding } from './onboarding.state.js';

type Decide = Decision<Onboarding, OnboardingEvent>;
type About = { readonly userId: string; readonly partnerId: string };

/** @throws {Refused} when there is nothing left to onboard. */
export const requireOpenForSession = ({ status }: Onboarding): void => {
  if (status === 'passed')
    throw conflict('onboarding_completed', 'This user has completed onboarding');
};

export const recordSession =
  (about: About, expiresAt: Date, now: Date): Decide =>
  (onboarding) => {
    requireOpenForSession(onboarding);
    const data = { ...about, expiresAt: expiresAt.toISOString(), at: now.toISOString() };
    return [{ type: 'OnboardingSessionIssued', data }];
  };

type Report = About & {
  readonly messageId: string;
  readonly kind: string;
  readonly providerRef: string;
};

/** A redelivered message is known by its id. */
export const recordReport =
  (report: Report, now: Date): Decide =>
  ({ messageIds }) =>
    messageIds.includes(report.messageId)
      ? []
      : [{ type: 'OnboardingReported', data: { ...report, at: now.toISOString() } }];

export type Finding = 'passed' | 'failed' | 'in_review';

const EVENT_OF = {
  passed: 'OnboardingPassed',
  failed: 'OnboardingFailed',
  in_review: 'OnboardingReviewAwaited',
} as const;

/** A pass is final: later words of the provider do not take it back. */
export const recordFinding =
  (finding: Finding, providerRef: string, now: Date): Decide =>
  ({ status, userId, partnerId }) => {
    if (status === 'passed' || status === finding) return [];
    const data = { userId, partnerId, providerRef, at: now.toISOString() };
    return [{ type: EVENT_OF[finding], data }];
  };

export const expireSession =
  (now: Date): Decide =>
  ({ status, expiresAt, userId, partnerId }) => {
    if (status !== 'open' || expiresAt === null || now < new Date(expiresAt)) return [];
    const data = { userId, partnerId, at: now.toISOString() };
    return [{ type: 'OnboardingSessionExpired', data }];
  };
