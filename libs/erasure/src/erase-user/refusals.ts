import { DateTime } from 'luxon';
import { type TraderProfile, isRefused } from '#onboarding';
import { type Refused, conflict } from '#platform/core/refused.js';

/** What is known of a user who is to be erased. */
export type Standing = {
  readonly isHeld: boolean;
  readonly profile: TraderProfile | null;
  readonly openDeposits: number;
  readonly openOrders: number;
  /** Streams whose events tell of the user in clear. */
  readonly plain: readonly string[];
};

const CLOSED = 'ACCOUNT_CLOSED';

/** Why the user must not be erased now; null when nothing is in the way. */
export const refusalOf = (
  { isHeld, profile, openDeposits, openOrders, plain }: Standing,
  retentionYears: number,
  now: Date,
): Refused | null => {
  if (isHeld) return conflict('legal_hold', 'A legal hold keeps the data of this user');
  if (openDeposits + openOrders > 0)
    return conflict(
      'money_open',
      `${openDeposits} deposits and ${openOrders} orders of this user have not ended`,
    );
  if (plain.length > 0)
    return conflict(
      'log_not_sealed',
      `Events of an earlier version tell of this user in clear: ${plain.join(', ')}`,
    );
  const account = profile?.account;
  if (account === undefined || isRefused(account)) return null;
  if (account.kind !== 'opened' || account.status !== CLOSED)
    return conflict('account_open', 'The account at the broker is not closed');
  const until = DateTime.fromISO(account.saidAt, { zone: 'utc' }).plus({ years: retentionYears });
  return until.toMillis() > now.getTime()
    ? conflict('records_kept', `The law wants the records kept until ${until.toISODate() ?? ''}`)
    : null;
};
