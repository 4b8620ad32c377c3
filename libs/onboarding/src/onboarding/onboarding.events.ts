import { z } from 'zod';
import { type EventOf, parserOf } from '#kernel/event-store/event-schemas.js';

// Stored shapes. Add a field as optional or add an event. Never change a field.

const about = { userId: z.string(), partnerId: z.string(), at: z.string() };
const providerRef = z.string();

const schemas = {
  /** A session was issued. The event never contains its token. */
  OnboardingSessionIssued: z.object({
    ...about,
    expiresAt: z.string(),
    /** The session follows a pass whose application the broker refused. */
    reopens: z.boolean().optional(),
  }),
  /** The identity provider's notification is stored and triggers a read of the result. */
  OnboardingReported: z.object({
    ...about,
    messageId: z.string(),
    kind: z.string(),
    providerRef,
    /** The notification contains no result, or a result from before the present session. */
    tellsNoResult: z.literal(true).optional(),
  }),
  /** A reviewer of the identity provider must decide. */
  OnboardingReviewAwaited: z.object({ ...about, providerRef }),
  /** The identity provider's result: the identity is proved. */
  OnboardingPassed: z.object({
    ...about,
    providerRef,
    /** Time at which the last session was issued, for the duration of the onboarding. */
    issuedAt: z.string().optional(),
  }),
  /** The identity provider's result is negative. Another session may be issued. */
  OnboardingFailed: z.object({ ...about, providerRef }),
  /** The result that the worker read because the provider reported one after the pass. */
  OnboardingRechecked: z.object({
    ...about,
    providerRef,
    finding: z.enum(['passed', 'failed', 'in_review', 'waiting']),
  }),
  /** The session expired, or its user was closed. The worker stops polling the provider. */
  OnboardingSessionExpired: z.object(about),
};

export type OnboardingEvent = EventOf<typeof schemas>;
export const parseOnboardingEvent = parserOf('onboarding', schemas);
