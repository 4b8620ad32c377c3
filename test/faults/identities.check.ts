import type { LoggedEvent } from './ledgers.js';
import { names, streams } from './streams.js';
import { type Violation, open } from './violation.js';

/** Requires that results of the identity provider are applied. */
export const checkIdentities = (log: readonly LoggedEvent[]): readonly Violation[] => [
  ...checkOnboardings(log),
  ...checkVerifications(log),
];

const checkOnboardings = (log: readonly LoggedEvent[]): Violation[] => {
  const profiles = streams(log, 'profile');
  return [...streams(log, 'onboarding')].flatMap(([userId, events]) => {
    const types = events.map(({ type }) => type);
    if (types.includes('OnboardingPassed'))
      return profiles.has(userId) ? [] : [open(`onboarding ${userId}: passed, and no profile`)];
    return types.includes('OnboardingReported')
      ? [open(`onboarding ${userId}: ${names(events)}`)]
      : [];
  });
};

const ENDS = ['VerificationApproved', 'VerificationRejected'];

/** A verification without documents may be open. */
const checkVerifications = (log: readonly LoggedEvent[]): Violation[] =>
  [...streams(log, 'verification')].flatMap(([id, events]) => {
    const types = events.map(({ type }) => type);
    const ended = types.some((type) => ENDS.includes(type));
    return ended || !types.includes('VerificationDocumentsUploaded')
      ? []
      : [open(`verification ${id}: ${names(events)}`)];
  });
