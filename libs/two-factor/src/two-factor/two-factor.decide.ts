import { conflict } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import type { TwoFactorEvent } from './two-factor.events.js';
import type { TwoFactor } from './two-factor.state.js';

type Decide = Decision<TwoFactor, TwoFactorEvent>;
type Owner = { readonly userId: string; readonly partnerId: string };

/**
 * Issues a secret until a code was right. After that the secret stays, so that the holder of a session
 * cannot replace it.
 * @throws {Refused} `two_factor_already_enabled`
 */
export const issueSecret =
  ({ userId, partnerId }: Owner, sealedSecret: string, now: Date): Decide =>
  (twoFactor) => {
    if (twoFactor.status === 'enabled')
      throw conflict('two_factor_already_enabled', 'Two-factor authentication is enabled already');
    const data = { userId, partnerId, sealedSecret, at: now.toISOString() };
    return [{ type: 'TwoFactorSecretIssued', data }];
  };

/** Returns the encrypted secret. @throws {Refused} `two_factor_not_enabled` */
export const requireSecret = (twoFactor: TwoFactor): string => {
  if (twoFactor.status === 'absent')
    throw conflict('two_factor_not_enabled', 'Two-factor authentication is not enabled');
  return twoFactor.sealedSecret;
};

/**
 * Records a right code of this step. Appends nothing if a code of this or a later step was accepted
 * before, or if another secret replaced this one meanwhile.
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
