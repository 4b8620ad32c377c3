import type { Decision } from '#kernel/event-store/stream.js';
import type { AccountConfigurationEvent } from './account-configuration.events.js';
import type { AccountConfiguration, AccountOwner } from './account-configuration.state.js';

type Decide = Decision<AccountConfiguration | null, AccountConfigurationEvent>;

export type ConfigurationOutcome =
  | { readonly kind: 'configured' }
  | { readonly kind: 'refused'; readonly reason: string };

/** Requests the configuration, also again. A request that is open stays the only one. */
export const requestConfiguration =
  (owner: AccountOwner, now: Date): Decide =>
  (state) =>
    state?.status === 'requested'
      ? []
      : [{ type: 'AccountConfigurationRequested', data: { ...owner, at: now.toISOString() } }];

export const startConfiguration =
  (now: Date): Decide =>
  (state) => {
    if (state?.status !== 'requested') return [];
    const data = { ...about(state, now), attempt: state.attempts + 1 };
    return [{ type: 'AccountConfigurationStarted', data }];
  };

/** The broker did nothing for this send. A later send may have begun since. */
export const throttleConfiguration =
  (attempt: number, now: Date): Decide =>
  (state) => {
    if (state?.status !== 'requested' || state.attempts !== attempt) return [];
    const data = { ...about(state, now), attempt };
    return [{ type: 'AccountConfigurationThrottled', data }];
  };

export const recordConfiguration =
  (outcome: ConfigurationOutcome, now: Date): Decide =>
  (state) => {
    if (state?.status !== 'requested') return [];
    const data = about(state, now);
    return outcome.kind === 'configured'
      ? [{ type: 'AccountConfigured', data }]
      : [{ type: 'AccountConfigurationRejected', data: { ...data, reason: outcome.reason } }];
  };

const about = ({ userId, partnerId, accountId }: AccountConfiguration, now: Date) => ({
  ...{ userId, partnerId, accountId },
  at: now.toISOString(),
});
