import type { AccountStanding } from './account-words.js';

/** Statuses that only the broker changes. */
const SETTLED = ['ACTIVE', 'REJECTED', 'SUBMISSION_FAILED', 'INACTIVE', 'ACCOUNT_CLOSED'];

type Standing = Pick<AccountStanding, 'status' | 'blocks'>;

/** The broker will never open it: there was no account. */
export const isRefused = ({ kind }: { readonly kind: string }): boolean => kind === 'refused';

/**
 * Returns whether the account needs no polls. An account with a block is polled until the block is
 * gone.
 */
export const isSettled = ({ status, blocks }: Standing): boolean =>
  SETTLED.includes(status) && blocks.length === 0;

/** Only the broker's people can lift it, and somebody has to ask them. */
export const needsOperator = ({ status, blocks }: Standing): boolean =>
  status === 'DISABLED' ||
  status === 'ACCOUNT_CLOSED' ||
  blocks.some((block) => block !== 'trade_suspended_by_user');

/** Use of an account. */
export type AccountUse = 'trading' | 'funding';

/** An `ACTIVE` account that must not be used so, whatever its status says. */
export const isHeldFrom = (use: AccountUse, blocks: readonly string[]): boolean =>
  blocks.some((block) => HELD_BY[use].includes(block));

const HELD_BY: Readonly<Record<AccountUse, readonly string[]>> = {
  trading: ['account_blocked', 'trading_blocked', 'trade_suspended_by_user'],
  funding: ['account_blocked', 'transfers_blocked'],
};
