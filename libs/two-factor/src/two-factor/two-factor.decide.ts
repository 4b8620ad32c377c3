import { conflict } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import type { TwoFactorEvent } from './two-factor.events.js';
import type { TwoFactor } from './two-factor.state.js';

type Decide = Decision<TwoFactor, TwoFactorEvent>;
type Owner = { readonly userId: string; readonly partnerId: string };

/** Once a code was right, the secret stays: who holds a session must not exchange the lock. */
export const issueSecret =
  ({ userId, partnerId }: Owner, sealedSecret: string, now: Date): Decide =>
  (twoFactor) => {
    if (twoFactor.status === 'enabled')
      throw conflict('two_factor_already_enabled', 'Two-factor authentication is enabled already');
    const data = { userId, partnerId, sealedSecret, at: now.toISOString() };
    return [{ type: 'TwoFactorSecretIssued', data }];
  };

/** @throws {Refused} when no secret was issued. */
export const requireSecret = (twoFactor: TwoFactor): string => {
  if (twoFactor.status === 'absent')
    throw conflict('two_factor_not_enabled', 'Two-factor authentication is not enabled');
  return twoFactor.sealedSecret;
};

/**
 * A code of this step was right for this secret. Decides nothing when a code of that step or a
 * later one was accepted before, or another secret took the place of this one meanwhile.
 */
export const acceptCode =
  (
    { userId, partnerId }: Owner,
    sealedSecret: string,
    { step, use }: { readonly step: number; readonly use?: string | undefined },
    now: Date,
  ): Decide =>
  (twoFactor) => {
    if (requireSecret(twoFactor) !== sealedSecret) return [];
    if (twoFactor.status === 'enabled' && step <= twoFactor.lastStep) return [];
    const data = { userId, partnerId, step, at: now.toISOString(), ...(use && { use }) };
    return [{ type: 'TwoFactorCodeAccepted', data }];
  };
