import { conflict } from '#kernel/refused.js';
import type { Decision } from '#kernel/event-store/stream.js';
import type { UserEvent } from './user.events.js';
import { type User, hasOpenWatchListHit, isRegistered } from './user.state.js';

type Decide = Decision<User, UserEvent>;

/** Records a hit once per notification id. */
export const reportWatchListHit =
  (report: { readonly messageId: string; readonly kind: string }, now: Date): Decide =>
  (user) => {
    if (!isRegistered(user) || user.watchListHits.messageIds.includes(report.messageId)) return [];
    const { userId, partnerId, status } = user;
    const data = { userId, partnerId, ...report, status, at: now.toISOString() };
    return [{ type: 'UserWatchListHitReported', data }];
  };

/** @throws {Refused} `cannot_be_closed` if no hit is open */
export const dismissWatchListHit =
  (reason: string, now: Date): Decide =>
  (user) => {
    if (!isRegistered(user) || !hasOpenWatchListHit(user))
      throw conflict('cannot_be_closed', 'This user has no open watch-list hit');
    const { userId, partnerId } = user;
    const data = { userId, partnerId, reason, at: now.toISOString() };
    return [{ type: 'UserWatchListHitDismissed', data }];
  };
