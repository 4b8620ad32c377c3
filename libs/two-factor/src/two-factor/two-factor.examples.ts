import type { TwoFactorEvent } from './two-factor.events.js';

/** One canonical example of each event, for every spec that needs one. */
export const noon = new Date('2026-03-16T12:00:00.000Z');
export const owner = { userId: 'u-1', partnerId: 'p-1' };
const about = { ...owner, at: noon.toISOString() };

export const step = 59_122_440;

export const issued: TwoFactorEvent = {
  type: 'TwoFactorSecretIssued',
  data: { ...about, sealedSecret: 'v1.k1.sealed' },
};
export const reissued: TwoFactorEvent = {
  type: 'TwoFactorSecretIssued',
  data: { ...about, sealedSecret: 'v1.k1.another' },
};
export const accepted: TwoFactorEvent = { type: 'TwoFactorCodeAccepted', data: { ...about, step } };
