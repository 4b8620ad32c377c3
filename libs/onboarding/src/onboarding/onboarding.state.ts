import type { Stream } from '#kernel/event-store/stream.js';
import { type OnboardingEvent, parseOnboardingEvent } from './onboarding.events.js';

export type Onboarding = {
  /** `open`: a session was issued and waits for its result. */
  readonly status: 'none' | 'open' | 'in_review' | 'passed' | 'failed' | 'expired';
  readonly userId: string;
  readonly partnerId: string;
  /** The provider's id of the person, null until the provider reported it. */
  readonly providerRef: string | null;
  /** Time at which the last session was issued, ISO 8601 UTC. */
  readonly issuedAt: string | null;
  /** End of the last session, ISO 8601 UTC. */
  readonly expiresAt: string | null;
  /**
   * Result before the present session. The provider reports it until the user completes the
   * session. Null once the provider reported a newer result, or when no result existed.
   */
  readonly decidedBefore: 'passed' | 'failed' | null;
  /** The session is for another application, because the broker refused the first one. */
  readonly reopened: boolean;
  /** The last session expired, and the worker has stopped polling. */
  readonly watchEnded: boolean;
  /** The provider reported a result after the pass, and the worker has not read it yet. */
  readonly recheckAwaited: boolean;
  readonly messageIds: readonly string[];
};

const MESSAGES_REMEMBERED = 50;

const evolve = (onboarding: Onboarding, event: OnboardingEvent): Onboarding => {
  const { userId, partnerId } = event.data;
  const known = { ...onboarding, userId, partnerId };
  switch (event.type) {
    case 'OnboardingSessionIssued':
      return issued(known, event.data);
    case 'OnboardingReported': {
      const { providerRef, messageId, tellsNoResult = false } = event.data;
      const messageIds = [...known.messageIds, messageId].slice(-MESSAGES_REMEMBERED);
      const decidedBefore = tellsNoResult ? known.decidedBefore : null;
      const recheckAwaited = known.status === 'passed';
      const reported = { providerRef, messageIds, decidedBefore, recheckAwaited };
      return { ...known, ...reported, watchEnded: false };
    }
    case 'OnboardingReviewAwaited':
      return { ...decided(known, event.data.providerRef), status: 'in_review' };
    case 'OnboardingPassed':
      return { ...decided(known, event.data.providerRef), status: 'passed', reopened: false };
    case 'OnboardingFailed':
      return { ...decided(known, event.data.providerRef), status: 'failed' };
    case 'OnboardingRechecked':
      return { ...known, recheckAwaited: false };
    case 'OnboardingSessionExpired':
      return {
        ...known,
        status: known.status === 'open' ? 'expired' : known.status,
        watchEnded: true,
      };
  }
};

type Issued = Extract<OnboardingEvent, { readonly type: 'OnboardingSessionIssued' }>['data'];

const issued = (known: Onboarding, { expiresAt, at, reopens = false }: Issued): Onboarding => {
  const session = { ...known, issuedAt: at, expiresAt, watchEnded: false };
  switch (known.status) {
    case 'passed':
      return reopens
        ? { ...session, status: 'open', decidedBefore: 'passed', reopened: true }
        : session;
    case 'failed':
      return { ...session, status: 'open', decidedBefore: 'failed' };
    case 'in_review':
      return session;
    case 'none':
    case 'open':
    case 'expired':
      return { ...session, status: 'open' };
  }
};

const decided = (known: Onboarding, providerRef: string): Onboarding => ({
  ...known,
  providerRef,
  decidedBefore: null,
});

/** One stream per user, for all sessions. */
export const onboardings: Stream<Onboarding, OnboardingEvent> = {
  category: 'onboarding',
  initial: {
    status: 'none',
    userId: '',
    partnerId: '',
    providerRef: null,
    issuedAt: null,
    expiresAt: null,
    decidedBefore: null,
    reopened: false,
    watchEnded: false,
    recheckAwaited: false,
    messageIds: [],
  },
  evolve,
  parse: parseOnboardingEvent,
};

/** Returns whether the stream is empty. */
export const isUnknown = ({ userId }: Onboarding): boolean => userId === '';
