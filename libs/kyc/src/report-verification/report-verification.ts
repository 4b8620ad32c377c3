import type { EventStore } from '#kernel/event-store/event-store.js';
import type { IdentityNotification } from '#identity/identity-provider.js';
import { recordReport } from '../verification/check.decide.js';
import { isStarted, verifications } from '../verification/verification.state.js';

/** Records a notification about a verification; a job then reads the provider. */
export const reportVerification = async (
  store: EventStore,
  verificationId: string,
  { messageId, kind, providerRef }: IdentityNotification,
  correlationId: string,
): Promise<void> => {
  const verification = await store.load(verifications, verificationId);
  // The record is unknown, or belongs to an upload that was not recorded.
  if (!isStarted(verification) || verification.providerRef !== providerRef) return;
  const { partnerId } = verification;
  await store.transact(
    verifications,
    verificationId,
    recordReport({ messageId, kind }, new Date()),
    { partnerId, correlationId, causationId: messageId, actor: 'provider:identity' },
  );
};
