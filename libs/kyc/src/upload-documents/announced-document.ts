import { isUuid } from '#platform/core/ids.js';
import type { Fault } from '#platform/core/refused.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import {
  type StartedVerification,
  isStarted,
  verifications,
} from '../verification/verification.state.js';
import { code } from './upload-body.js';

/** Null when this partner has none of this id. */
export const findVerification = async (
  store: EventStore,
  partnerId: string,
  verificationId: string,
): Promise<StartedVerification | null> => {
  const id = verificationId.toLowerCase();
  const verification = isUuid(id) ? await store.load(verifications, id) : null;
  if (verification === null || !isStarted(verification)) return null;
  return verification.partnerId === partnerId ? verification : null;
};

/** A fault when the documents are others than were announced at the start. */
export const announcedFaults = (
  documentType: string,
  verification: StartedVerification | null,
): readonly Fault[] => {
  if (verification === null || documentType === verification.documentType) return [];
  const detail = `must be ${verification.documentType}, as at the start`;
  return [{ pointer: '/documentType', code, detail }];
};
