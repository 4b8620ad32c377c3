import { parseInstant } from '#kernel/instant.js';
import { conflict } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import type { OnboardingEvent } from './onboarding.events.js';
import type { Onboarding } from './onboarding.state.js';
import { MINUTE_MS } from '#kernel/duration.js';

/** The clock of the identity provider may be this much behind the clock of the service. */
const IDENTITY_CLOCK_BEHIND_MAX_MS = MINUTE_MS;

type Decide = Decision<Onboarding, OnboardingEvent>;
type About = { readonly userId: string; readonly partnerId: string };

/** State of the user's application for an account; null without an application. */
type Account = 'requested' | 'refused' | 'opened' | null;

/**
 * Requires that a session can still change the outcome, also while another session is open.
 * @throws {Refused} 409 `onboarding_completed`
 */
export const requireOpenForSession = ({ status }: Onboarding, account: Account): void => {
  if (account === null ? status === 'passed' : account !== 'refused')
    throw conflict('onboarding_completed', 'This user has completed onboarding');
};

export const recordSession =
  (about: About, expiresAt: Date, account: Account, now: Date): Decide =>
  (onboarding) => {
    requireOpenForSession(onboarding, account);
    const reopens = onboarding.status === 'passed' ? { reopens: true } : {};
    const data = { ...about, expiresAt: expiresAt.toISOString(), ...reopens };
    return [{ type: 'OnboardingSessionIssued', data: { ...data, at: now.toISOString() } }];
  };

type Report = About & {
  readonly messageId: string;
  readonly kind: string;
  readonly providerRef: string;
};

/** `occurredAt` is in the provider's format. */
type Reported = { readonly occurredAt: string; readonly hasResult: boolean };

/**
 * Records a notification once per message id. After a pass only a notification with a result counts,
 * because the result may differ.
 */
export const recordReport =
  (report: Report, reported: Reported, now: Date): Decide =>
  ({ status, messageIds, issuedAt }) => {
    if (messageIds.includes(report.messageId)) return [];
    const isResult = reported.hasResult && !isBefore(reported.occurredAt, issuedAt);
    if (status === 'passed' && !isResult) return [];
    const data = { ...report, ...(isResult ? {} : { tellsNoResult: true as const }) };
    return [{ type: 'OnboardingReported', data: { ...data, at: now.toISOString() } }];
  };

/**
 * Returns whether a notification is older than the session. The provider retries a delivery for a
 * day. A notification with an unreadable time counts as current.
 */
const isBefore = (occurredAt: string, issuedAt: string | null): boolean => {
  const occurred = parseInstant(occurredAt);
  if (occurred === null || issuedAt === null) return false;
  return occurred.getTime() < Date.parse(issuedAt) - IDENTITY_CLOCK_BEHIND_MAX_MS;
};

export type Finding = 'passed' | 'failed' | 'in_review';

const EVENT_OF = {
  failed: 'OnboardingFailed',
  in_review: 'OnboardingReviewAwaited',
} as const;

/** Records a result. A pass is final. */
export const recordFinding =
  (finding: Finding, providerRef: string, now: Date): Decide =>
  (onboarding) => {
    const { status, userId, partnerId } = onboarding;
    if (status === 'passed') return [];
    if (status === finding) return endWatch(now)(onboarding);
    const data = { userId, partnerId, providerRef, at: now.toISOString() };
    if (finding !== 'passed') return [{ type: EVENT_OF[finding], data }];
    const issuedAt = onboarding.issuedAt === null ? {} : { issuedAt: onboarding.issuedAt };
    return [{ type: 'OnboardingPassed', data: { ...data, ...issuedAt } }];
  };

/** Records a result that the provider reports after a pass. The pass stays; the user gets a hit. */
export const recordRecheck =
  (finding: Finding | 'waiting', providerRef: string, now: Date): Decide =>
  ({ recheckAwaited, userId, partnerId }) => {
    if (!recheckAwaited) return [];
    const data = { userId, partnerId, providerRef, finding, at: now.toISOString() };
    return [{ type: 'OnboardingRechecked', data }];
  };

/** Ends the polls of an expired session. A review continues after the session has expired. */
export const endWatch =
  (now: Date): Decide =>
  ({ status, expiresAt, watchEnded, userId, partnerId }) => {
    const isWatched = ['open', 'failed', 'expired'].includes(status) && !watchEnded;
    if (!isWatched || expiresAt === null || now < new Date(expiresAt)) return [];
    const data = { userId, partnerId, at: now.toISOString() };
    return [{ type: 'OnboardingSessionExpired', data }];
  };

/** Ends the polls for a closed user, also before the session expires and during a review. */
export const endForClosedUser =
  (now: Date): Decide =>
  ({ status, watchEnded, userId, partnerId }) => {
    if (status === 'passed' || watchEnded) return [];
    return [
      { type: 'OnboardingSessionExpired', data: { userId, partnerId, at: now.toISOString() } },
    ];
  };
