import type { Stream } from '#platform/event-store/stream.js';
import { type OnboardingEvent, parseOnboardingEvent } from './onboarding.events.js';

export type Onboarding = {
  /** `open`: a session was issued and nothing is decided. */
  readonly status: 'none' | 'open' | 'in_review' | 'passed' | 'failed' | 'expired';
  readonly userId: string;
  readonly partnerId: string;
  /** Null until the provider told its own id of the person. */
  readonly providerRef: string | null;
  /** When the last session ends. */
  readonly expiresAt: string | null;
  readonly messageIds: readonly string[];
};

const MESSAGES_REMEMBERED = 50;

const evolve = (onboarding: Onboarding, event: OnboardingEvent): Onboarding => {
  const { userId, partnerId } = event.data;
  const known = { ...onboarding, userId, partnerId };
  switch (event.type) {
    case 'OnboardingSessionIssued': {
      const status =
        known.status === 'passed' || known.status === 'in_review' ? known.status : 'open';
      return { ...known, status, expiresAt: event.data.expiresAt };
    }
    case 'OnboardingReported': {
      const { providerRef, messageId } = event.data;
      const messageIds = [...known.messageIds, messageId].slice(-MESSAGES_REMEMBERED);
      return { ...known, providerRef, messageIds };
    }
    case 'OnboardingReviewAwaited':
      return { ...known, status: 'in_review', providerRef: event.data.providerRef };
    case 'OnboardingPassed':
      return { ...known, status: 'passed', providerRef: event.data.providerRef };
    case 'OnboardingFailed':
      return { ...known, status: 'failed', providerRef: event.data.providerRef };
    case 'OnboardingSessionExpired':
      return { ...known, status: 'expired' };
  }
};

/** One stream per user, whatever the number of sessions. */
export const onboardings: Stream<Onboarding, OnboardingEvent> = {
  category: 'onboarding',
  initial: {
    status: 'none',
    userId: '',
    partnerId: '',
    providerRef: null,
    expiresAt: null,
    messageIds: [],
  },
  evolve,
  parse: parseOnboardingEvent,
};
