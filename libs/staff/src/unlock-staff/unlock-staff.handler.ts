import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Operator } from '#kernel/event-store/operator-cause.js';
import { notFound } from '#kernel/refused.js';
import { isUuid } from '#kernel/ids.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { staffAccounts } from '../account/staff-account.state.js';
import { accountCause } from '../account/staff-cause.js';
import { SignInLimits } from '../sign-in/sign-in-limits.js';

/** Unlocks an account after failed sign-ins, for its owner. */
export class UnlockStaff extends Command<{ readonly id: string; readonly email: string | null }> {
  constructor(
    readonly staffId: string,
    readonly by?: Operator,
  ) {
    super();
  }
}

@CommandHandler(UnlockStaff)
export class UnlockStaffHandler implements ICommandHandler<UnlockStaff> {
  constructor(
    private readonly store: EventStore,
    private readonly limits: SignInLimits,
  ) {}

  async execute({ staffId, by }: UnlockStaff) {
    const account = isUuid(staffId) ? await this.store.load(staffAccounts, staffId) : null;
    if (account === null) throw notFound('staff_not_found', 'There is no such staff account');
    await this.limits.ofAccount.forgive(staffId, accountCause(by));
    return { id: staffId, email: account.email };
  }
}
