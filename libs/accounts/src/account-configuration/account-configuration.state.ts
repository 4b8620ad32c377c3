import type { Stream } from '#kernel/event-store/stream.js';
import {
  type AccountConfigurationEvent,
  parseAccountConfigurationEvent,
} from './account-configuration.events.js';

export type AccountOwner = {
  readonly userId: string;
  readonly partnerId: string;
  readonly accountId: string;
};

export type AccountConfiguration = AccountOwner & {
  readonly status: 'requested' | 'configured' | 'rejected';
  /** Time of the send without an outcome; null without such a send. */
  readonly startedAt: string | null;
  /** Sends of this request that may have been executed. */
  readonly attempts: number;
  /** The broker's reason of a rejection. */
  readonly reason: string | null;
};

const evolve = (
  state: AccountConfiguration | null,
  { type, data }: AccountConfigurationEvent,
): AccountConfiguration => {
  switch (type) {
    case 'AccountConfigurationRequested': {
      const { userId, partnerId, accountId } = data;
      const open = { status: 'requested', startedAt: null, attempts: 0, reason: null } as const;
      return { userId, partnerId, accountId, ...open };
    }
    case 'AccountConfigurationStarted':
      return { ...existing(state), startedAt: data.at, attempts: data.attempt };
    case 'AccountConfigurationThrottled':
      return { ...existing(state), startedAt: null, attempts: data.attempt - 1 };
    case 'AccountConfigured':
      return { ...existing(state), status: 'configured', startedAt: null };
    case 'AccountConfigurationRejected':
      return { ...existing(state), status: 'rejected', startedAt: null, reason: data.reason };
  }
};

const existing = (state: AccountConfiguration | null): AccountConfiguration => {
  if (state === null) throw new Error('An event about a configuration that was never requested');
  return state;
};

/** Requests to configure an account. One stream per user, under the user's id. */
export const accountConfigurations: Stream<AccountConfiguration | null, AccountConfigurationEvent> =
  {
    category: 'accountConfiguration',
    initial: null,
    evolve,
    parse: parseAccountConfigurationEvent,
  };
