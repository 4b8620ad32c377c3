import { type TraderProfile, isSettled } from '#onboarding';
import type { BrokerAccount } from '#platform/broker/broker-records.js';
import { type Difference, differenceOf } from './difference.js';

/** A user's account at the broker as the log has it. */
export type LoggedAccount = {
  readonly partnerId: string;
  readonly userId: string;
  readonly accountId: string;
  readonly number: string;
  readonly status: string;
  /** What holds it though it is `ACTIVE`. */
  readonly blocks: readonly string[];
  /** Null once the user is erased; then it is not compared. */
  readonly emailAddress: string | null;
  /** Its status is asked for by itself, so that another one there is news on its way. */
  readonly isFollowed: boolean;
};

/** The account as the broker tells of it. */
type FoundAccount = Pick<BrokerAccount, 'id' | 'number' | 'status' | 'emailAddress'> & {
  readonly blocks?: readonly string[];
};

type Opened = Extract<TraderProfile['account'], { readonly kind: 'opened' }>;

export const loggedAccount = (
  { partnerId, userId, emailAddress }: TraderProfile,
  account: Opened,
): LoggedAccount => {
  const { id: accountId, number, status, blocks } = account;
  const isFollowed = !isSettled(account);
  return { partnerId, userId, accountId, number, status, blocks, emailAddress, isFollowed };
};

/** An account of ours against the one at the broker; null where that has none. */
export const compareAccount = (
  { partnerId, userId, accountId, number, status, blocks, emailAddress }: LoggedAccount,
  found: FoundAccount | null,
): readonly Difference[] => {
  const tell = (kind: Difference['kind'], what: string) =>
    differenceOf({
      kind,
      partnerId,
      accountId,
      what: `account ${accountId} of ${userId}: ${what}`,
    });
  if (found === null)
    return [tell('account_missing_at_broker', `${status} in the log, no such account there`)];
  if (found.id.toLowerCase() !== accountId.toLowerCase())
    return [tell('account_identity', `answers as account ${found.id} at the broker`)];
  const both = (ours: string, theirs: string) => `${ours} in the log, ${theirs} at the broker`;
  const isNumberKnown = number === found.number || found.number === '';
  // The addresses are personal, and differences are kept.
  const isSameUser =
    emailAddress === null || sameText(found.emailAddress ?? emailAddress, emailAddress);
  return [
    ...(isSameUser ? [] : [tell('account_identity', 'another e-mail address at the broker')]),
    ...(status === found.status ? [] : [tell('account_status', both(status, found.status))]),
    ...(status !== found.status || isSameList(blocks, found.blocks ?? blocks)
      ? []
      : [tell('account_status', both(listed(blocks), listed(found.blocks ?? [])))]),
    ...(isNumberKnown ? [] : [tell('account_number', both(number || 'none', found.number))]),
  ];
};

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.join() === other.join();

const listed = (blocks: readonly string[]): string => blocks.join(', ') || 'no block';

const sameText = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** An account at the broker that no user of ours has. */
export const unknownAccount = (accountId: string, status: string): Difference =>
  differenceOf({
    kind: 'account_unknown',
    partnerId: null,
    accountId,
    what: `account ${accountId}: ${status || 'there'} at the broker, unknown in the log`,
  });
