import type { Decision } from '#kernel/event-store/stream.js';
import type { VerificationEvent } from './verification.events.js';
import { type Verification, isStarted } from './verification.state.js';

export const eraseVerification =
  (now: Date): Decision<Verification, VerificationEvent> =>
  (verification) => {
    if (!isStarted(verification) || verification.isErased) return [];
    const { verificationId, partnerId, userId } = verification;
    const data = { verificationId, partnerId, userId, at: now.toISOString() };
    return [{ type: 'VerificationErased', data }];
  };
