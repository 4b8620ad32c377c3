import type { BrokerAccount } from '#platform/broker/broker-records.js';
import { deterministicId } from '#platform/core/ids.js';
import { conflict } from '#platform/core/refused.js';
import type { Decision } from '#platform/event-store/stream.js';
import { needsOperator } from './account-standing.js';
import { EMAIL_NOT_USABLE, applicationRefusal } from './account-words.js';
import { type TraderProfileEvent, traderDetailsSchema } from './trader-profile.events.js';
import { type NewProfile, type TraderProfile, personIn } from './trader-profile.state.js';

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

type Again = { readonly reason: string; readonly email: string | undefined };

/**
 * With the e-mail known before, unless another is given.
 * @throws {Refused} the account was not refused: there is nothing to apply for again; or the user was
 * erased.
 */
export const applyAgain =
  ({ email, reason }: Again, now: Date): Decide =>
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

/** This send was thrown back, and is no send any more; a later one may be under way by now. */
export const throttleAccount =
  (attempt: number, now: Date): Decide =>
  (profile) => {
    if (profile?.account.kind !== 'requested' || profile.attempts !== attempt) return [];
    const data = { ...about(profile, now), attempt };
    return [{ type: 'BrokerAccountThrottled', data }];
  };

export type AccountOutcome =
  | { readonly kind: 'opened'; readonly account: BrokerAccount }
  | {
      readonly kind: 'refused';
      /** The broker's own, or ours with more than a partner may know. */
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
 * The account that the broker has under the user's application, where the one that it told for it does not
 * exist: no user can have done anything with that.
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
  const said = { accountId, accountNumber, status, reason, ...listed({ findings }) };
  return { type: 'BrokerAccountOpened', data: { ...about(profile, now), ...said } };
};

export const recordAccountChange =
  (said: BrokerAccount, now: Date): Decide =>
  (profile) => {
    if (profile?.account.kind !== 'opened') return [];
    const { account } = profile;
    const { number, status, reason, findings = [], blocks = [] } = said;
    const told = [
      [account.reason, reason],
      [account.findings.join(), findings.join()],
    ];
    // Of a user who was erased, the broker's words are not kept, and so never the same.
    const isKnown = [
      [account.status, status],
      [account.number, number],
      ...(profile.taxIdSealed === null ? [] : told),
      [account.blocks.join(), blocks.join()],
    ].every(([known, news]) => known === news);
    if (isKnown) return [];
    const data = {
      ...{ ...about(profile, now), accountNumber: number, status, reason },
      ...listed({ findings, blocks }),
      before: { status: account.status, blocks: [...account.blocks] },
    };
    return [{ type: 'BrokerAccountChanged', data }];
  };

/** Somebody has seen to it: what the broker holds against the account is shown no more. */
export const reviewAccount =
  (reason: string, by: string, now: Date): Decide =>
  (profile) => {
    if (profile === null || !awaitsReview(profile)) return [];
    const data = { ...about(profile, now), reason, by };
    return [{ type: 'BrokerAccountReviewed', data }];
  };

/** The broker holds something against the account that people have not seen to yet. */
export const awaitsReview = ({ account, isReviewed }: TraderProfile): boolean =>
  !isReviewed && isHeld(account);

const isHeld = (account: TraderProfile['account']): boolean => {
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
  const told = emailTaken === true ? EMAIL_NOT_USABLE : applicationRefusal(reason);
  return {
    reason: told,
    ...(told === reason ? {} : { brokerReason: reason }),
    ...(told === EMAIL_NOT_USABLE ? { emailTaken: true as const } : {}),
  };
};

/** Without the lists that hold nothing. */
const listed = (lists: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([name, list]) => (list.length === 0 ? [] : [[name, [...list]]])),
  );

const about = ({ userId, partnerId }: TraderProfile, now: Date) => ({
  userId,
  partnerId,
  at: now.toISOString(),
});
