import { DateTime } from 'luxon';
import type { TraderProfile } from '#onboarding/trader-profile/trader-profile.state.js';
import { isRefused } from '#onboarding/trader-profile/account-standing.js';
import { type Refused, conflict } from '#kernel/refused.js';

/** Facts about a user that decide whether the user may be erased. */
export type ErasureFacts = {
  readonly isHeld: boolean;
  readonly profile: TraderProfile | null;
  /** Ids of deposits and orders that have not ended. */
  readonly openDeposits: readonly string[];
  readonly openOrders: readonly string[];
};

const CLOSED = 'ACCOUNT_CLOSED';

/** A reason why a user must not be erased now, and the deposits and orders that cause it. */
export type Obstacle = {
  readonly code: string;
  readonly detail: string;
  readonly deposits: readonly string[];
  readonly orders: readonly string[];
};

/** Returns all reasons why the user must not be erased now. */
export const obstaclesOf = (
  facts: ErasureFacts,
  retentionYears: number,
  now: Date,
): readonly Obstacle[] => [
  ...obstaclesHere(facts),
  ...obstaclesAtBroker(facts, retentionYears, now),
];

/** Returns an error with all obstacles and the code of the first one; null without an obstacle. */
export const refusalOf = (
  facts: ErasureFacts,
  retentionYears: number,
  now: Date,
): Refused | null => {
  const obstacles = obstaclesOf(facts, retentionYears, now);
  const [first] = obstacles;
  if (first === undefined) return null;
  return conflict(first.code, obstacles.map(({ detail }) => detail).join('. '));
};

const obstacle = (code: string, detail: string): Obstacle => ({
  ...{ code, detail, deposits: [], orders: [] },
});

const obstaclesHere = ({ isHeld, openDeposits, openOrders }: ErasureFacts): Obstacle[] => [
  ...(isHeld ? [obstacle('legal_hold', 'A legal hold keeps the data of this user')] : []),
  ...(openDeposits.length + openOrders.length > 0
    ? [
        {
          code: 'money_open',
          detail: `${openDeposits.length} deposits and ${openOrders.length} orders of this user have not ended`,
          deposits: openDeposits,
          orders: openOrders,
        },
      ]
    : []),
];

const obstaclesAtBroker = (
  { profile }: ErasureFacts,
  retentionYears: number,
  now: Date,
): Obstacle[] => {
  const account = profile?.account;
  if (account === undefined || isRefused(account)) return [];
  if (account.kind !== 'opened' || account.status !== CLOSED)
    return [obstacle('account_open', 'The account at the broker is not closed')];
  const until = DateTime.fromISO(account.saidAt, { zone: 'utc' }).plus({ years: retentionYears });
  if (until.toMillis() <= now.getTime()) return [];
  const day = until.toISODate() ?? '';
  return [obstacle('records_kept', `The law requires that the records are kept until ${day}`)];
};
