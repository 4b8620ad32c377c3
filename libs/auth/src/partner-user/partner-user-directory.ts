import { Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import { KEYS_FRESH_MS } from '../api-key/partner-directory.js';
import {
  type PartnerUser,
  type SignIn,
  isOpen,
  partnerUserStandings,
} from './partner-user.state.js';

/** Partner users by id, each at most half a second old. Read on every request. */
@Injectable()
export class PartnerUserDirectory {
  constructor(private readonly store: EventStore) {}

  /** Returns whether a session is open. */
  async isOpen(partnerUserId: string, signIn: SignIn): Promise<boolean> {
    const isCurrent = (user: PartnerUser | null) => (user?.generation ?? 0) >= signIn.generation;
    const user = await this.store.loadRecent(
      partnerUserStandings,
      partnerUserId,
      KEYS_FRESH_MS,
      isCurrent,
    );
    return isOpen(user, signIn);
  }

  /**
   * Returns whether a session is open, without a wait; false also if the cached user is too old.
   */
  isOpenAtHand(partnerUserId: string, signIn: SignIn): boolean {
    const known = this.store.recallRecent(partnerUserStandings, partnerUserId, KEYS_FRESH_MS);
    return known !== null && isOpen(known.state, signIn);
  }
}
