import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { NewStaff } from '../create-staff/create-staff.handler.js';
import { Passwords } from '#operations/passwords.js';
import { SecretCipher } from '#event-log/encryption/secret-cipher.js';
import { EventStore } from '#kernel/event-store/event-store.js';
import { newCredentials } from '../account/new-credentials.js';
import { replaceCredentials } from '../account/staff-account.decide.js';
import { findStaffId, staffAccounts } from '../account/staff-account.state.js';
import { accountCause } from '../account/staff-cause.js';

/**
 * Replaces password and TOTP secret after a lost phone or a forgotten password. Both are shown
 * once, and all sessions end.
 */
export class ResetStaff extends Command<NewStaff> {
  constructor(readonly email: string) {
    super();
  }
}

@CommandHandler(ResetStaff)
export class ResetStaffHandler implements ICommandHandler<ResetStaff> {
  constructor(
    private readonly store: EventStore,
    private readonly passwords: Passwords,
    private readonly box: SecretCipher,
  ) {}

  async execute({ email }: ResetStaff): Promise<NewStaff> {
    const id = await findStaffId(this.store, email);
    const { shown, kept } = await newCredentials(id, email, this.passwords, this.box);
    const decision = replaceCredentials(kept, new Date());
    const { state } = await this.store.transact(staffAccounts, id, decision, accountCause());
    if (state === null) throw new Error(`account ${id} is missing`);
    return { id, email: state.email ?? email, role: state.role, ...shown };
  }
}
