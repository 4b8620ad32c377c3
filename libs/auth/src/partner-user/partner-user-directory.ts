import { Injectable } from '@nestjs/common';
import { EventStore } from '#platform/event-store/event-store.js';
import { FreshStates } from '../api-key/fresh-states.js';
import {
  type PartnerUser,
  type SignIn,
  isOpen,
  partnerUserStandings,
} from './partner-user.state.js';

/** Partner users by id, each at most half a second old. Read on every request. */
@Injectable()
export class PartnerUserDirectory {
  private readonly users: FreshStates<PartnerUser | null>;

  constructor(store: EventStore) {
    this.users = new FreshStates({
      load: (id) => store.load(partnerUserStandings, id),
      exists: (user) => user !== null,
    });
  }

  /** Whether a sign-in goes on at this moment. */
  async isOpen(partnerUserId: string, signIn: SignIn): Promise<boolean> {
    const hasHeard = (user: PartnerUser | null) => (user?.generation ?? 0) >= signIn.generation;
    const user = await this.users.findAnew(partnerUserId, hasHeard);
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
