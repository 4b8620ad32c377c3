import { Injectable } from '@nestjs/common';
import { EventStore } from '#kernel/event-store/event-store.js';
import { REGISTRY_ID, staffRegistry } from '../account/staff-registry.js';
import { SignInLimits } from '../sign-in/sign-in-limits.js';
import { count, list, object, text, utcTime, uuid, word } from '#http/response-schemas.js';
import { ROLES } from '../account/staff-account.events.js';
import { type StaffAccount, staffAccounts } from '../account/staff-account.state.js';

const staffAccount = object('StaffAccount', 'An account of one of us.', {
  id: uuid('Of the account.'),
  email: text('To sign in with; null once erased.', 'ada@operator.example').nullable(),
  role: word('What it may see and do.', ROLES),
  status: word('Nobody signs in with a `disabled` one.', ['active', 'disabled']),
  lastSignInAt: utcTime('Of the last sign-in; null before the first.').nullable(),
  lockedForS: count(
    'Seconds until failed sign-ins lock no place out of it any more; 0 when none is.',
    0,
  ),
});

export const staffAccountList = object('StaffAccountList', 'Every account, the oldest first.', {
  accounts: list('The oldest first.', staffAccount),
});

const accountView = (account: StaffAccount, lockedForS: number) => {
  const { staffId: id, email, role, isDisabled, lastSignInAt } = account;
  const status = isDisabled ? ('disabled' as const) : ('active' as const);
  return { id, email, role, status, lastSignInAt, lockedForS };
};

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
