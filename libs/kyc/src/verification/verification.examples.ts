import type { VerificationEvent } from './verification.events.js';

/** One canonical example of each event, for every spec that needs one. */
export const noon = new Date('2026-03-16T12:00:00.000Z');
export const nextWeek = new Date('2026-03-23T12:00:00.000Z');
const at = noon.toISOString();
const about = { verificationId: 'v-1', partnerId: 'p-1', userId: 'u-1', at };

export const terms = {
  verificationId: 'v-1',
  partnerId: 'p-1',
  userId: 'u-1',
  verificationType: 'identity',
  documentType: 'passport',
  country: 'US',
  expiresAt: nextWeek.toISOString(),
} as const;

export const documents = [
  { side: 'front', format: 'jpeg', sha256: 'ab'.repeat(32), sizeBytes: 1_234 },
] as const;

export const started: VerificationEvent = { type: 'VerificationStarted', data: { ...terms, at } };
export const abandoned: VerificationEvent = { type: 'VerificationAbandoned', data: about };
export const uploaded: VerificationEvent = {
  type: 'VerificationDocumentsUploaded',
  data: { ...about, providerRef: 'fp-1', documents: [...documents] },
};
export const expired: VerificationEvent = {
  type: 'VerificationExpired',
  data: { ...about, at: nextWeek.toISOString(), expiresAt: nextWeek.toISOString() },
};
export const checkStarted: VerificationEvent = {
  type: 'VerificationCheckStarted',
  data: { ...about, attempt: 1 },
};
export const checkAccepted: VerificationEvent = {
  type: 'VerificationCheckAccepted',
  data: { ...about, providerStatus: 'pending' },
};
export const reported: VerificationEvent = {
  type: 'VerificationReported',
  data: { ...about, messageId: 'm-1', kind: 'footprint.onboarding.completed' },
};
export const reviewAwaited: VerificationEvent = {
  type: 'VerificationReviewAwaited',
  data: { ...about, providerStatus: 'pending' },
};

const byProvider = (word: string) => ({
  decidedBy: 'provider:identity',
  reason: `The identity provider answered ${word}`,
  decidedAt: at,
});

export const decidedApproved: VerificationEvent = {
  type: 'VerificationDecided',
  data: { ...about, outcome: 'approved', ...byProvider('pass') },
};
export const decidedRejected: VerificationEvent = {
  type: 'VerificationDecided',
  data: { ...about, outcome: 'rejected', ...byProvider('fail') },
};
export const approved: VerificationEvent = {
  type: 'VerificationApproved',
  data: { ...about, ...byProvider('pass') },
};
export const rejected: VerificationEvent = {
  type: 'VerificationRejected',
  data: { ...about, ...byProvider('fail') },
};
