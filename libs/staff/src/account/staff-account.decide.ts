import { conflict, notFound } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import type { Role, StaffEvent } from './staff-account.events.js';
import type { StaffAccount } from './staff-account.state.js';

type Decide = Decision<StaffAccount | null, StaffEvent>;

export type Credentials = { readonly passwordHash: string; readonly sealedSecret: string };

type NewAccount = Credentials & {
  readonly staffId: string;
  readonly email: string;
  readonly role: Role;
};

export const createStaff =
  (account: NewAccount, now: Date): Decide =>
  (existing) => {
    if (existing !== null)
      throw conflict('email_already_exists', 'There is a staff account with this e-mail already');
    return [{ type: 'StaffCreated', data: { ...account, at: now.toISOString() } }];
  };

export const replaceCredentials =
  (credentials: Credentials, now: Date): Decide =>
  (account) => [
    { type: 'StaffCredentialsReplaced', data: { ...about(account, now), ...credentials } },
  ];

export const disableStaff =
  (now: Date): Decide =>
  (account) => {
    const data = about(account, now);
    return account?.isDisabled === true ? [] : [{ type: 'StaffDisabled', data }];
  };

/**
 * Starts a session after password and code of this step were verified. Returns no events if a code
 * of this or a later step was used, or if the account was disabled or got new credentials.
 */
export const signIn =
  (sealedSecret: string, step: number, sessionId: string, now: Date): Decide =>
  (account) => {
    if (account === null || account.isDisabled) return [];
    if (account.sealedSecret !== sealedSecret || step <= account.lastStep) return [];
    return [{ type: 'StaffSignedIn', data: { ...about(account, now), sessionId, step } }];
  };

type Changed = {
  /** Hash that the present password was verified against. */
  readonly fromHash: string;
  readonly sealedSecret: string;
  readonly step: number;
  readonly sessionId: string;
  readonly passwordHash: string;
};

/**
 * Changes the password after the present password and the code of this step were verified. Returns
 * no events if a code of this or a later step was used, the session has ended, or the account got
 * new credentials.
 */
export const changePassword =
  ({ fromHash, sealedSecret, step, sessionId, passwordHash }: Changed, now: Date): Decide =>
  (account) => {
    if (account === null || step <= account.lastStep) return [];
    if (account.passwordHash !== fromHash || account.sealedSecret !== sealedSecret) return [];
    if (!account.sessions.some((each) => each.sessionId === sessionId)) return [];
    const data = { ...about(account, now), passwordHash, sessionId, step };
    return [{ type: 'StaffPasswordChanged', data }];
  };

export const signOut =
  (sessionId: string, now: Date): Decide =>
  (account) =>
    account?.sessions.some((each) => each.sessionId === sessionId) === true
      ? [{ type: 'StaffSignedOut', data: { ...about(account, now), sessionId } }]
      : [];

export const signOutEverywhere =
  (now: Date): Decide =>
  (account) => {
    const data = about(account, now);
    return account?.sessions.length === 0 ? [] : [{ type: 'StaffSignedOutEverywhere', data }];
  };

export const actOnQueue =
  (method: string, path: string, now: Date): Decide =>
  (account) => [{ type: 'StaffActedOnQueue', data: { ...about(account, now), method, path } }];

const about = (account: StaffAccount | null, now: Date) => {
  if (account === null) throw notFound('staff_not_found', 'There is no such staff account');
  return { staffId: account.staffId, at: now.toISOString() };
};
