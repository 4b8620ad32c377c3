import type { Change, Projection } from '#platform/read-models/projection.js';
import type { VerificationEvent } from '../verification/verification.events.js';

export const byUser = (userId: string) => `user:${userId}`;
export const byStatus = (status: string) => `status:${status}`;

/** Every verification as partners and reviewers see it, in one index per status and per user. */
export const verificationView: Projection<VerificationEvent> = {
  name: 'verifications',
  version: 2,
  project: ({ type, data }): readonly Change[] => {
    const { verificationId: doc, at: updatedAt } = data;
    const moved = (from: string, to: string, fields: Record<string, string>): Change[] => [
      { op: 'set', doc, fields: { status: to, ...fields } },
      { op: 'move', member: doc, from: byStatus(from), to: byStatus(to) },
    ];
    switch (type) {
      case 'VerificationStarted': {
        const { userId, verificationType, documentType, country, expiresAt } = data;
        const about = { id: doc, userId, verificationType, documentType, country, expiresAt };
        const fields = { ...about, status: 'pending', createdAt: updatedAt, updatedAt };
        return [
          { op: 'set', doc, fields },
          { op: 'index', index: byStatus('pending'), member: doc },
          { op: 'index', index: byUser(userId), member: doc },
        ];
      }
      case 'VerificationDocumentsUploaded':
        return moved('pending', 'under_review', { updatedAt });
      case 'VerificationExpired':
        return moved('pending', 'expired', { updatedAt: data.expiresAt });
      case 'VerificationReviewAwaited':
        return [{ op: 'set', doc, fields: { reviewAwaited: 'yes' } }];
      case 'VerificationApproved':
      case 'VerificationRejected': {
        const { decidedBy, reason, decidedAt } = data;
        const to = type === 'VerificationApproved' ? 'approved' : 'rejected';
        return moved('under_review', to, { decidedBy, reason, decidedAt, updatedAt });
      }
      case 'VerificationAbandoned':
      case 'VerificationCheckStarted':
      case 'VerificationCheckAccepted':
      case 'VerificationReported':
      case 'VerificationDecided':
        return [];
    }
  },
};
