import { z } from 'zod';
import { utcTime, uuid, word } from '#http/response-schemas.js';
import { DOCUMENT_TYPES } from '../verification/document-rules.js';
import type { VerificationRow } from './verifications.projection.js';
import type { StartedVerification } from '../verification/verification.state.js';

const STATUSES = ['pending', 'under_review', 'approved', 'rejected', 'expired'] as const;

const fields = {
  verificationId: uuid('The id of the verification.'),
  status: word(
    '`pending` (waits for documents, until it is `expired`), `under_review`, then `approved` or `rejected`.',
    STATUSES,
  ),
  documentType: word('The document that was announced at the start.', DOCUMENT_TYPES),
  createdAt: utcTime('Time of the start.'),
  updatedAt: utcTime('Time of the last change.'),
  expiresAt: utcTime('End of the time for the upload of documents.', '2026-03-09T14:05:06.789Z'),
};
const { verificationId, status, documentType, createdAt, updatedAt, expiresAt } = fields;

export const startedSchema = z
  .strictObject({ verificationId, status, createdAt, expiresAt })
  .meta({ id: 'StartedVerification', description: 'A verification that waits for documents.' });

export const uploadedSchema = z
  .strictObject({
    verificationId,
    status: status.meta({ examples: ['under_review'] }),
    updatedAt,
  })
  .meta({ id: 'UploadedVerification', description: 'A verification whose documents have come.' });

export const statusSchema = z
  .strictObject({ verificationId, status, documentType, updatedAt, expiresAt })
  .meta({ id: 'Verification', description: 'State of a verification.' });

/** Returns the row at `now`: after `expiresAt` a pending verification is expired, even before its job runs. */
export const asOf = (row: VerificationRow, now: Date): VerificationRow => {
  const { status, expiresAt } = row;
  return status === 'pending' && now >= new Date(expiresAt)
    ? { ...row, status: 'expired', updatedAt: expiresAt }
    : row;
};

/** Returns the verification as it was at its start. */
export const startedView = (
  verification: Pick<StartedVerification, 'verificationId' | 'createdAt' | 'expiresAt'>,
) => ({
  verificationId: verification.verificationId,
  status: 'pending',
  createdAt: verification.createdAt,
  expiresAt: verification.expiresAt,
});

/** Returns the verification as it was after the upload. */
export const uploadedView = (
  verification: Pick<StartedVerification, 'verificationId' | 'uploadedAt'>,
) => ({
  verificationId: verification.verificationId,
  status: 'under_review',
  updatedAt: verification.uploadedAt,
});

export const statusView = (row: VerificationRow) => ({
  verificationId: row.id,
  status: row.status,
  documentType: row.documentType,
  updatedAt: row.updatedAt,
  expiresAt: row.expiresAt,
});
