import type { Document } from '#platform/read-models/documents.js';
import type { StartedVerification } from '../verification/verification.state.js';

/** As it stands now: past its time a pending one is expired, whether or not the timer came by. */
export const asOf = (document: Document, now: Date): Document => {
  const { status, expiresAt = '' } = document;
  return status === 'pending' && now >= new Date(expiresAt)
    ? { ...document, status: 'expired', updatedAt: expiresAt }
    : document;
};

/** As it stood when it was started, whatever came since. */
export const startedView = ({
  verificationId,
  createdAt,
  expiresAt,
}: Pick<StartedVerification, 'verificationId' | 'createdAt' | 'expiresAt'>) => ({
  verificationId,
  status: 'pending',
  createdAt,
  expiresAt,
});

export const uploadedView = ({ id, status, updatedAt }: Document) => ({
  verificationId: id,
  status,
  updatedAt,
});

export const statusView = ({ id, status, documentType, updatedAt, expiresAt }: Document) => ({
  verificationId: id,
  status,
  documentType,
  updatedAt,
  expiresAt,
});
