import { Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import { StateByIdCache } from '../api-key/state-by-id-cache.js';
import {
  type PartnerUser,
  type SignIn,
  isOpen,
  partnerUserStandings,
} from './partner-user.state.js';

/** Partner users by id, each at most half a second old. Read on every request. */
@Injectable()
export class PartnerUserDirectory {
  private readonly users: StateByIdCache<PartnerUser | null>;

  constructor(store: EventStore) {
    this.users = new StateByIdCache({
      load: (id) => store.load(partnerUserStandings, id),
      exists: (user) => user !== null,
    });
  }

  /** Whether a sign-in goes on at this moment. */
  async isOpen(partnerUserId: string, signIn: SignIn): Promise<boolean> {
    const hasHeard = (user: PartnerUser | null) => (user?.generation ?? 0) >= signIn.generation;
    const user = await this.users.findUncached(partnerUserId, hasHeard);
    return isOpen(user, signIn);
  }

  /** The same without waiting; false also when nobody can say at once. */
  isOpenAtHand(partnerUserId: string, signIn: SignIn): boolean {
    const user = this.users.atHand(partnerUserId);
    return user !== undefined && isOpen(user, signIn);
  }

  /** For who has just ended a sign-in. */
  forget(partnerUserId: string): void {
    this.users.forget(partnerUserId);
  }
}
