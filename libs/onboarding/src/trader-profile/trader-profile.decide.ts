import type { ApplicationError } from '#broker/broker.js';
import type { BrokerAccount } from '#broker/broker-records.js';
import { deterministicId } from '#kernel/ids.js';
import { conflict } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import { needsOperator } from './account-standing.js';
import { EMAIL_NOT_USABLE, applicationRefusal, heldReason } from './account-words.js';
import { type TraderProfileEvent, traderDetailsSchema } from './trader-profile.events.js';
import { type NewProfile, type TraderProfile, personIn } from './trader-profile.state.js';

type Decide = Decision<TraderProfile | null, TraderProfileEvent>;

/** Creates the profile. An existing profile stays unchanged. */
export const createTraderProfile =
  (profile: NewProfile, now: Date): Decide =>
  (existing) =>
    existing === null ? [{ type: 'TraderProfileCreated', data: whole(profile, now) }] : [];

/** Replaces the profile if the broker refused its application, so that the worker applies again. */
export const replaceTraderProfile =
  (profile: NewProfile, now: Date): Decide =>
  (existing) =>
    existing?.account.kind === 'refused'
      ? [{ type: 'TraderProfileReplaced', data: whole(profile, now) }]
      : [];

type ApplyAgain = { readonly reason: string; readonly email: string | undefined };

/**
 * Applies again with the same details. `email` replaces the e-mail address if given.
 * @throws {Refused} 409 `account_not_refused`, or `user_not_active` for an erased user
 */
export const applyAgain =
  ({ email, reason }: ApplyAgain, now: Date): Decide =>
  (profile) => {
    if (profile?.account.kind !== 'refused')
      throw conflict('account_not_refused', 'The broker has not refused this user’s account');
    const person = personIn(profile);
    if (person === null) throw conflict('user_not_active', 'The user was erased');
    const { userId, partnerId, profileId, taxIdSealed, taxIdMasked } = person;
    const kept = { userId, partnerId, profileId, taxIdSealed, taxIdMasked };
    const details = traderDetailsSchema.parse(person);
    const emailAddress = email ?? details.emailAddress;
    const data = { ...details, emailAddress, ...kept, reason, at: now.toISOString() };
    return [{ type: 'TraderProfileReplaced', data }];
  };

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

/** Cancels the intent of a throttled send, unless a later send has started. */
export const throttleAccount =
  (attempt: number, now: Date): Decide =>
  (profile) => {
    if (profile?.account.kind !== 'requested' || profile.attempts !== attempt) return [];
    const data = { ...about(profile, now), attempt };
    return [{ type: 'BrokerAccountThrottled', data }];
  };

/** The broker would reject the application, so it is not sent until another session corrects it. */
export const holdApplication =
  (held: readonly ApplicationError[], now: Date): Decide =>
  (profile) => {
    if (profile?.account.kind !== 'requested' || profile.startedAt !== null) return [];
    const data = { ...about(profile, now), reason: heldReason(held), held: [...held] };
    return [{ type: 'BrokerAccountRefused', data }];
  };

export type AccountOutcome =
  | { readonly kind: 'opened'; readonly account: BrokerAccount }
  | {
      readonly kind: 'refused';
      /**
       * Reason of the broker or of the service, which may contain more than the partner may know.
       */
      readonly reason: string;
      readonly emailTaken?: true;
    };

export const recordAccount =
  (outcome: AccountOutcome, now: Date): Decide =>
  (profile) => {
    if (profile?.account.kind !== 'requested') return [];
    if (outcome.kind === 'refused') {
      const data = { ...about(profile, now), ...refusalOf(outcome) };
      return [{ type: 'BrokerAccountRefused', data }];
    }
    return [opened(profile, outcome.account, now)];
  };

/**
 * Replaces an account id that does not exist at the broker by the account that the broker has under
 * the user's application. An account that is not `ACTIVE` was never used, so its id can change.
 */
export const replaceAccount =
  (account: BrokerAccount, now: Date): Decide =>
  (profile) => {
    if (profile?.account.kind !== 'opened' || profile.account.status === 'ACTIVE') return [];
    return profile.account.id === account.id ? [] : [opened(profile, account, now)];
  };

const opened = (
  profile: TraderProfile,
  { id: accountId, number: accountNumber, status, reason, findings = [] }: BrokerAccount,
  now: Date,
): TraderProfileEvent => {
  const reported = { accountId, accountNumber, status, reason, ...withoutEmpty({ findings }) };
  return { type: 'BrokerAccountOpened', data: { ...about(profile, now), ...reported } };
};

export const recordAccountChange =
  (current: BrokerAccount, now: Date): Decide =>
  (profile) => {
    if (profile?.account.kind !== 'opened') return [];
    const { account } = profile;
    const { number, status, reason, findings = [], blocks = [] } = current;
    const reported = [
      [account.reason, reason],
      [account.findings.join(), findings.join()],
    ];
    // Events of an erased user do not contain the broker's words, so they never compare as equal.
    const isKnown = [
      [account.status, status],
      [account.number, number],
      ...(profile.taxIdSealed === null ? [] : reported),
      [account.blocks.join(), blocks.join()],
    ].every(([known, news]) => known === news);
    if (isKnown) return [];
    const data = {
      ...{ ...about(profile, now), accountNumber: number, status, reason },
      ...withoutEmpty({ findings, blocks }),
      before: { status: account.status, blocks: [...account.blocks] },
    };
    return [{ type: 'BrokerAccountChanged', data }];
  };

/** Records the review by an operator. The account then leaves needs attention. */
export const reviewAccount =
  (reason: string, by: string, now: Date): Decide =>
  (profile) => {
    if (profile === null || !awaitsReview(profile)) return [];
    const data = { ...about(profile, now), reason, by };
    return [{ type: 'BrokerAccountReviewed', data }];
  };

/** Returns whether the broker restricts the account and no operator has reviewed the restriction. */
export const awaitsReview = ({ account, isReviewed }: TraderProfile): boolean =>
  !isReviewed && isRestricted(account);

const isRestricted = (account: TraderProfile['account']): boolean => {
  switch (account.kind) {
    case 'requested':
      return false;
    case 'refused':
      return account.emailTaken;
    case 'opened':
      return needsOperator(account);
  }
};

const refusalOf = ({ reason, emailTaken }: Extract<AccountOutcome, { kind: 'refused' }>) => {
  const reported = emailTaken === true ? EMAIL_NOT_USABLE : applicationRefusal(reason);
  return {
    reason: reported,
    ...(reported === reason ? {} : { brokerReason: reason }),
    ...(reported === EMAIL_NOT_USABLE ? { emailTaken: true as const } : {}),
  };
};

const withoutEmpty = (lists: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([name, list]) => (list.length === 0 ? [] : [[name, [...list]]])),
  );

const about = ({ userId, partnerId }: TraderProfile, now: Date) => ({
  userId,
  partnerId,
  at: now.toISOString(),
});
