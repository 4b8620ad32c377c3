import type { AccountStanding } from './account-words.js';

/** Statuses without a pending step at the broker. */
const SETTLED = ['ACTIVE', 'REJECTED', 'SUBMISSION_FAILED', 'INACTIVE', 'ACCOUNT_CLOSED'];

type Standing = Pick<AccountStanding, 'status' | 'blocks'>;

/** Returns whether the application was refused or held, so that no account exists. */
export const isRefused = ({ kind }: { readonly kind: string }): boolean => kind === 'refused';

/**
 * Returns whether the account needs no polls. An account with a block is polled until the block is
 * gone.
 */
export const isSettled = ({ status, blocks }: Standing): boolean =>
  SETTLED.includes(status) && blocks.length === 0;

/** Returns whether an operator has to ask the broker to lift a restriction. */
export const needsOperator = ({ status, blocks }: Standing): boolean =>
  status === 'DISABLED' ||
  status === 'ACCOUNT_CLOSED' ||
  blocks.some((block) => block !== 'trade_suspended_by_user');

/** Use of an account. */
export type AccountUse = 'trading' | 'funding';

/** Returns whether the blocks of an `ACTIVE` account forbid this use. */
export const isHeldFrom = (use: AccountUse, blocks: readonly string[]): boolean =>
  blocks.some((block) => HELD_BY[use].includes(block));

const HELD_BY: Readonly<Record<AccountUse, readonly string[]>> = {
  trading: ['account_blocked', 'trading_blocked', 'trade_suspended_by_user'],
  funding: ['account_blocked', 'transfers_blocked'],
};
