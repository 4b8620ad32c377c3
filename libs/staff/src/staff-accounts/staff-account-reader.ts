import { Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import { staffAccounts } from '../account/staff-account.state.js';
import { REGISTRY_ID, staffRegistry } from '../account/staff-registry.js';
import { SignInLimits } from '../sign-in/sign-in-limits.js';
import { accountView } from './staff-account.view.js';

/** A dozen people: the log itself is asked. */
@Injectable()
export class StaffAccountReader {
  constructor(
    private readonly store: EventStore,
    private readonly limits: SignInLimits,
  ) {}

  async all() {
    const ids = await this.store.load(staffRegistry, REGISTRY_ID);
    const found = await Promise.all(ids.map((id) => this.find(id)));
    return found.filter((each) => each !== null);
  }

  private async find(id: string) {
    const account = await this.store.load(staffAccounts, id);
    return account && accountView(account, await this.limits.ofAccount.lockedForS(id));
  }
}
