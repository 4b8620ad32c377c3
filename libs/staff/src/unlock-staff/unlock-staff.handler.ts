import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { notFound } from '#platform/core/refused.js';
import { isUuid } from '#platform/core/ids.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { staffAccounts } from '../account/staff-account.state.js';
import { accountCause } from '../account/staff-cause.js';
import { SignInLimits } from '../sign-in/sign-in-limits.js';
import { UnlockStaff } from './unlock-staff.command.js';

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
