import type { Terms } from '#auth/partner/partner.state.js';
import { conflict, unacceptable } from '#kernel/refused.js';
import { requireNotBlocked } from '#users/user/require-user.js';
import { type UserStatusState, hasOpenWatchListHit } from '#users/user/user.state.js';

/** @throws {Refused} 422 `direction_not_supported` */
export const requireEnabled = ({ withdrawals }: Pick<Terms, 'withdrawals'>): void => {
  if (withdrawals === 'enabled') return;
  const detail = 'must be DEPOSIT: withdrawals are not enabled for you';
  throw unacceptable({ pointer: '/direction', code: 'direction_not_supported', detail });
};

/**
 * The detail never names a watch-list hit, because the user must not learn of it.
 * @throws {Refused} 409 `user_not_active`
 */
export const requireMayWithdraw = (
  user: Pick<UserStatusState, 'status' | 'watchListHits'>,
): void => {
  requireNotBlocked(user);
  if (hasOpenWatchListHit(user))
    throw conflict('user_not_active', 'The user cannot withdraw at present');
};
