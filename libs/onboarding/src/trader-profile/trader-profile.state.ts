import type { z } from 'zod';
import type { Stream } from '#platform/event-store/stream.js';
import {
  type TraderProfileEvent,
  parseTraderProfileEvent,
  type traderDetailsSchema,
} from './trader-profile.events.js';

export type TraderDetails = z.output<typeof traderDetailsSchema>;

export type NewProfile = TraderDetails & {
  readonly userId: string;
  readonly partnerId: string;
  readonly taxIdSealed: string;
  readonly taxIdMasked: string;
};

export type TraderProfile = NewProfile & {
  readonly profileId: string;
  readonly createdAt: string;
  /** When this application to the broker was made; by it the broker's answer is known as ours. */
  readonly appliedAt: string;
  /** The send without an outcome, null when there is none. */
  readonly startedAt: string | null;
  /** Sends that may have been executed. */
  readonly attempts: number;
  readonly account: BrokerAccountState;
};

type BrokerAccountState =
  | { readonly kind: 'requested' }
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'opened';
      readonly id: string;
      readonly number: string;
      readonly status: string;
      readonly reason: string | null;
    };

const evolve = (profile: TraderProfile | null, event: TraderProfileEvent): TraderProfile => {
  switch (event.type) {
    case 'TraderProfileCreated':
      return { ...applied(event.data), createdAt: event.data.at };
    case 'TraderProfileReplaced':
      return { ...applied(event.data), createdAt: existing(profile).createdAt };
    case 'BrokerAccountStarted': {
      const { at, attempt } = event.data;
      return { ...existing(profile), startedAt: at, attempts: attempt };
    }
    case 'BrokerAccountThrottled': {
      const { attempts, ...known } = existing(profile);
      return { ...known, startedAt: null, attempts: attempts - 1 };
    }
    case 'BrokerAccountOpened': {
      const { accountId: id, accountNumber: number, status, reason } = event.data;
      const account = { kind: 'opened', id, number, status, reason } as const;
      return { ...existing(profile), startedAt: null, account };
    }
    case 'BrokerAccountRefused': {
      const account = { kind: 'refused', reason: event.data.reason } as const;
      return { ...existing(profile), startedAt: null, account };
    }
    case 'BrokerAccountChanged': {
      const known = existing(profile);
      if (known.account.kind !== 'opened') throw new Error('A change of an account never opened');
      const { accountNumber: number, status, reason } = event.data;
      return { ...known, account: { ...known.account, number, status, reason } };
    }
  }
};

type Applied = Extract<TraderProfileEvent, { readonly type: 'TraderProfileReplaced' }>['data'];

const applied = ({ at, ...data }: Applied): Omit<TraderProfile, 'createdAt'> => ({
  ...data,
  appliedAt: at,
  startedAt: null,
  attempts: 0,
  account: { kind: 'requested' },
});

const existing = (profile: TraderProfile | null): TraderProfile => {
  if (profile === null) throw new Error('An event about a profile that was never created');
  return profile;
};

/** One per user, under the user's id. */
export const traderProfiles: Stream<TraderProfile | null, TraderProfileEvent> = {
  category: 'profile',
  initial: null,
  evolve,
  parse: parseTraderProfileEvent,
};
