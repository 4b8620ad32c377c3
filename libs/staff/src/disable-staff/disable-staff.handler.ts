import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#kernel/event-store/event-store.js';
import { disableStaff } from '../account/staff-account.decide.js';
import { findStaffId, staffAccounts } from '../account/staff-account.state.js';
import { accountCause } from '../account/staff-cause.js';

export class DisableStaff extends Command<{ readonly id: string; readonly email: string }> {
  constructor(readonly email: string) {
    super();
  }
}

@CommandHandler(DisableStaff)
export class DisableStaffHandler implements ICommandHandler<DisableStaff> {
  constructor(private readonly store: EventStore) {}

  async execute({ email }: DisableStaff) {
    const id = await findStaffId(this.store, email);
    await this.store.transact(staffAccounts, id, disableStaff(new Date()), accountCause());
    return { id, email };
  }
}
