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
    /** After a pass whose application the broker refused. */
    reopens: z.boolean().optional(),
  }),
  /** The provider's notification was kept; it is a hint to ask the provider. */
  OnboardingReported: z.object({
    ...about,
    messageId: z.string(),
    kind: z.string(),
    providerRef,
    /** The notification contains no result, or a result from before the present session. */
    tellsNoResult: z.literal(true).optional(),
  }),
  /** A person at the provider has to look at it. */
  OnboardingReviewAwaited: z.object({ ...about, providerRef }),
  /** The provider's result, read from the provider: identity is proved. */
  OnboardingPassed: z.object({
    ...about,
    providerRef,
    /** When the last session was issued: tells how long it took. */
    issuedAt: z.string().optional(),
  }),
  /** The provider's result is no; another session may be issued. */
  OnboardingFailed: z.object({ ...about, providerRef }),
  /** The provider reported a result after the pass, and was asked again: this is its result now. */
  OnboardingRechecked: z.object({
    ...about,
    providerRef,
    finding: z.enum(['passed', 'failed', 'in_review', 'waiting']),
  }),
  /** The session ran out, or its user was closed; the provider is not asked about it any more. */
  OnboardingSessionExpired: z.object(about),
};

export type OnboardingEvent = EventOf<typeof schemas>;
export const parseOnboardingEvent = parserOf('onboarding', schemas);
