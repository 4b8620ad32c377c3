import { Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import { REGISTRY_ID, staffRegistry } from '../account/staff-registry.js';
import { SignInLimits } from '../sign-in/sign-in-limits.js';
import { count, list, object, text, utcTime, uuid, word } from '#http/response-schemas.js';
import { ROLES } from '../account/staff-account.events.js';
import { type StaffAccount, staffAccounts } from '../account/staff-account.state.js';

const staffAccount = object('StaffAccount', 'An account of a staff member.', {
  id: uuid('Id of the account.'),
  email: text('E-mail of the account; null once erased.', 'ada@operator.example').nullable(),
  role: word('Role of the account.', ROLES),
  status: word('A `disabled` account cannot sign in.', ['active', 'disabled']),
  lastSignInAt: utcTime('Time of the last sign-in; null before the first.').nullable(),
  lockedForS: count('Seconds until the last lock after failed sign-ins ends; 0 without a lock.', 0),
});

export const staffAccountList = object('StaffAccountList', 'All accounts, the oldest first.', {
  accounts: list('The oldest first.', staffAccount),
});

const accountView = (account: StaffAccount, lockedForS: number) => {
  const { staffId: id, email, role, isDisabled, lastSignInAt } = account;
  const status = isDisabled ? ('disabled' as const) : ('active' as const);
  return { id, email, role, status, lastSignInAt, lockedForS };
};

/** Reads accounts from the log, because there are only about a dozen. */
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
