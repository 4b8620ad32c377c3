import { conflict } from '#platform/core/refused.js';
import { refusal } from '#platform/http/endpoint.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import { traderProfiles } from './trader-profile.state.js';

export const accountNotActive = refusal(
  409,
  'broker_account_not_active',
  'Wait until `brokerAccountStatus` of the trader profile is `ACTIVE`.',
);

/** The broker's id of the user's account. @throws {Refused} until the broker calls it `ACTIVE`. */
export const requireActiveAccount = async (store: EventStore, userId: string): Promise<string> => {
  const profile = await store.load(traderProfiles, userId);
  if (profile?.account.kind !== 'opened' || profile.account.status !== 'ACTIVE')
    throw conflict(
      'broker_account_not_active',
      'Wait until brokerAccountStatus of the trader profile is ACTIVE',
    );
  return profile.account.id;
};
