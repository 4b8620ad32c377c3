import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Passwords } from '#platform/core/passwords.js';
import { SecretBox } from '#platform/core/secret-box.js';
import { EventStore } from '#platform/event-store/event-store.js';
import { newCredentials } from '../account/new-credentials.js';
import { replaceCredentials } from '../account/staff-account.decide.js';
import { staffAccounts, findStaffId } from '../account/staff-account.state.js';
import { accountCause } from '../account/staff-cause.js';
import type { NewStaff } from '../create-staff/create-staff.command.js';
import { ResetStaff } from './reset-staff.command.js';

@CommandHandler(ResetStaff)
export class ResetStaffHandler implements ICommandHandler<ResetStaff> {
  constructor(
    private readonly store: EventStore,
    private readonly passwords: Passwords,
    private readonly box: SecretBox,
  ) {}

  async execute({ email }: ResetStaff): Promise<NewStaff> {
    const id = await findStaffId(this.store, email);
    const { shown, kept } = await newCredentials(id, email, this.passwords, this.box);
    const decision = replaceCredentials(kept, new Date());
    const { state } = await this.store.transact(staffAccounts, id, decision, accountCause());
    if (state === null) throw new Error(`Account ${id} is gone`);
    return { id, email: state.email ?? email, role: state.role, ...shown };
  }
}
