import type { z } from 'zod';
import type { Erasable } from '#kernel/event-store/personal.js';
import { type Stream, withoutPerson } from '#kernel/event-store/stream.js';
import type { AccountStanding } from './account-words.js';
import {
  type TraderProfileEvent,
  parseTraderProfileEvent,
  type traderDetailsSchema,
} from './trader-profile.events.js';

export type TraderDetails = z.output<typeof traderDetailsSchema>;

type Person = TraderDetails & { readonly taxIdSealed: string; readonly taxIdMasked: string };
type Ids = { readonly userId: string; readonly partnerId: string };

export type NewProfile = Ids & Person;

/** All personal fields are null after the erasure. */
export type TraderProfile = Ids &
  Erasable<Person> & {
    readonly profileId: string;
    readonly createdAt: string;
    /** Time of this application to the broker. It identifies the broker's response. */
    readonly appliedAt: string;
    /** Start of a send without an outcome, ISO 8601 UTC; null without one. */
    readonly startedAt: string | null;
    /** Number of sends that the broker may have executed. */
    readonly attempts: number;
    readonly account: BrokerAccountState;
    /** An operator has reviewed the current state of the account. */
    readonly isReviewed: boolean;
  };

type BrokerAccountState =
  | { readonly kind: 'requested' }
  | {
      readonly kind: 'refused';
      readonly reason: string;
      readonly brokerReason: string | null;
      readonly emailTaken: boolean;
      /** The application lacks values and was not sent. */
      readonly isHeld: boolean;
    }
  | (AccountStanding & {
      readonly kind: 'opened';
      readonly id: string;
      readonly number: string;
      /** The broker's reason, for operators. */
      readonly reason: string | null;
      /** Time of the broker's report, ISO 8601 UTC. */
      readonly saidAt: string;
    });

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
      const { accountId: id, accountNumber: number, status, reason, findings } = event.data;
      const standing = { status, findings: findings ?? [], blocks: [] };
      const saidAt = event.data.at;
      const account = { kind: 'opened', id, number, reason, saidAt, ...standing } as const;
      return { ...existing(profile), startedAt: null, account };
    }
    case 'BrokerAccountRefused': {
      const { reason, brokerReason = reason, emailTaken = false, held = [] } = event.data;
      const isHeld = held.length > 0;
      const account = { kind: 'refused', reason, brokerReason, emailTaken, isHeld } as const;
      return { ...existing(profile), startedAt: null, account };
    }
    case 'BrokerAccountChanged': {
      const known = existing(profile);
      if (known.account.kind !== 'opened') throw new Error('A change of an account never opened');
      const { accountNumber: number, status, reason, findings, blocks = [] } = event.data;
      const reported = { number, status, reason, findings: findings ?? [], blocks };
      const account = { ...known.account, ...reported, saidAt: event.data.at };
      return { ...known, account, isReviewed: false };
    }
    case 'BrokerAccountReviewed':
      return { ...existing(profile), isReviewed: true };
  }
};

type Applied = Extract<TraderProfileEvent, { readonly type: 'TraderProfileReplaced' }>['data'];

const applied = ({ at, reason: _, ...data }: Applied): Omit<TraderProfile, 'createdAt'> => ({
  ...data,
  appliedAt: at,
  startedAt: null,
  attempts: 0,
  account: { kind: 'requested' },
  isReviewed: false,
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

/** The profile without personal fields, the broker's reasons and findings. */
export const accountStates = withoutPerson(traderProfiles);

/** Returns the profile with its personal fields, or null for an erased user. */
export const personIn = (profile: TraderProfile): (TraderProfile & Person) | null =>
  profile.taxIdSealed === null ? null : (profile as TraderProfile & Person);
