import type { BrokerAccount } from '#platform/broker/broker.js';
import { deterministicId } from '#platform/core/ids.js';
import type { Decision } from '#platform/event-store/stream.js';
import type { TraderProfileEvent } from './trader-profile.events.js';
import type { NewProfile, TraderProfile } from './trader-profile.state.js';

type Decide = Decision<TraderProfile | null, TraderProfileEvent>;

/** Once there is a profile, later words about the user do not change it. */
export const createTraderProfile =
  (profile: NewProfile, now: Date): Decide =>
  (existing) =>
    existing === null ? [{ type: 'TraderProfileCreated', data: whole(profile, now) }] : [];

/** After a refusal by the broker the user was onboarded again, to apply once more. */
export const replaceTraderProfile =
  (profile: NewProfile, now: Date): Decide =>
  (existing) =>
    existing?.account.kind === 'refused'
      ? [{ type: 'TraderProfileReplaced', data: whole(profile, now) }]
      : [];

const whole = (profile: NewProfile, now: Date) => ({
  ...profile,
  profileId: deterministicId('profile', profile.userId),
  at: now.toISOString(),
});

export const startAccount =
  (now: Date): Decide =>
  (profile) => {
    if (profile?.account.kind !== 'requested') return [];
    const data = { ...about(profile, now), attempt: profile.attempts + 1 };
    return [{ type: 'BrokerAccountStarted', data }];
  };

/** This send was thrown back, and is no send any more; a later one may be under way by now. */
export const throttleAccount =
  (attempt: number, now: Date): Decide =>
  (profile) => {
    if (profile?.account.kind !== 'requested' || profile.startedAt === null) return [];
    if (profile.attempts !== attempt) return [];
    const data = { ...about(profile, now), attempt };
    return [{ type: 'BrokerAccountThrottled', data }];
  };

export type AccountOutcome =
  | { readonly kind: 'opened'; readonly account: BrokerAccount }
  | { readonly kind: 'refused'; readonly reason: string };

export const recordAccount =
  (outcome: AccountOutcome, now: Date): Decide =>
  (profile) => {
    if (profile?.account.kind !== 'requested') return [];
    if (outcome.kind === 'refused') {
      const data = { ...about(profile, now), reason: outcome.reason };
      return [{ type: 'BrokerAccountRefused', data }];
    }
    const { id: accountId, number: accountNumber, status, reason } = outcome.account;
    const data = { ...about(profile, now), accountId, accountNumber, status, reason };
    return [{ type: 'BrokerAccountOpened', data }];
  };

export const recordAccountChange =
  ({ number, status, reason }: BrokerAccount, now: Date): Decide =>
  (profile) => {
    if (profile?.account.kind !== 'opened') return [];
    const { account } = profile;
    if (account.status === status && account.number === number && account.reason === reason)
      return [];
    const data = { ...about(profile, now), accountNumber: number, status, reason };
    return [{ type: 'BrokerAccountChanged', data }];
  };

const about = ({ userId, partnerId }: TraderProfile, now: Date) => ({
  userId,
  partnerId,
  at: now.toISOString(),
});
